import { shellInfo } from '@outrider/sdk';

/** A fileset that this user asked for, as this browser remembers it. */
interface KeptFileset {
  id: string;
  /** When it was asked for or finished, Unix milliseconds. */
  at: number;
}

/** What this browser remembers of the user's filesets. */
interface Kept {
  /** On their way. */
  started: KeptFileset[];
  /** There. `seen`: Files was opened since. */
  finished: (KeptFileset & { seen: boolean })[];
}

/** How long a fileset is remembered, in milliseconds; on the server it stays. */
export const keptMs = 7 * 86_400_000;

const listeners = new Set<() => void>();
const keyOf = () => `outrider.filesets.${shellInfo()?.session.user.id ?? ''}`;

/** Remembers a fileset that was asked for. */
export function keepStarted(id: string, now = Date.now()): void {
  change((kept) => ({ ...kept, started: [...kept.started.filter((one) => one.id !== id), { id, at: now }] }));
}

/** Moves a fileset to the finished ones; false if it is there already, or was not asked for here. */
export function keepFinished(id: string, now = Date.now()): boolean {
  const { started, finished } = read();
  if (!started.some((one) => one.id === id) || finished.some((one) => one.id === id)) {
    return false;
  }
  change((kept) => ({ started: kept.started.filter((one) => one.id !== id), finished: [...kept.finished, { id, at: now, seen: false }] }));
  return true;
}

/** Forgets a fileset that will never be there, or was deleted. */
export function forget(id: string): void {
  change(({ started, finished }) => ({ started: started.filter((one) => one.id !== id), finished: finished.filter((one) => one.id !== id) }));
}

/** Files was opened: what is finished is no news any more. */
export function seeFinished(): void {
  change((kept) => ({ ...kept, finished: kept.finished.map((one) => ({ ...one, seen: true })) }));
}

/** Forgets what is older than 7 days; done at every start. */
export function prune(now = Date.now()): void {
  const isYoung = ({ at }: KeptFileset) => now - at < keptMs;
  change(({ started, finished }) => ({ started: started.filter(isYoung), finished: finished.filter(isYoung) }));
}

/** Ids of filesets that are on their way. */
export function startedIds(): string[] {
  return read().started.map(({ id }) => id);
}

/** How many are finished since Files was opened last. */
export function unseenCount(): number {
  return read().finished.filter(({ seen }) => !seen).length;
}

/** Calls `listener` after every change, by another tab too, until the returned function is called. */
export function onKept(listener: () => void): () => void {
  const heard = ({ key }: StorageEvent) => {
    if (key === keyOf()) listener();
  };
  listeners.add(listener);
  addEventListener('storage', heard);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', heard);
  };
}

function change(next: (kept: Kept) => Kept): void {
  const before = JSON.stringify(read());
  const after = JSON.stringify(next(read()));
  if (after !== before) {
    localStorage.setItem(keyOf(), after);
    listeners.forEach((listener) => listener());
  }
}

function read(): Kept {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf()) ?? '{}') as Partial<Kept>;
    return { started: listOf(stored.started), finished: listOf(stored.finished) };
  } catch {
    return { started: [], finished: [] };
  }
}

function listOf<T extends KeptFileset>(stored: T[] | undefined): T[] {
  return Array.isArray(stored) ? stored.filter((one) => typeof one.id === 'string' && typeof one.at === 'number') : [];
}
