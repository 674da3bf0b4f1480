import { session } from '../session/current';
import { shellInfo } from '../session';
import { changeTask, putTask, type TaskAction } from './task-store';
import { reasonOf } from './start-task';

/** What the server says of its work. */
export interface ServerProgress {
  state: 'running' | 'done' | 'failed';
  /** 0 to 1, if it can tell. */
  progress?: number;
  note?: string;
}

/** How one kind of work of the server is followed; a remote registers it when its code loads. */
export interface ServerTaskKind {
  /** Asks how the work stands. */
  poll: (id: string, signal: AbortSignal) => Promise<ServerProgress>;
  /** What can be done when it is done. */
  action?: (id: string) => TaskAction | undefined;
}

interface Remembered {
  kind: string;
  id: string;
  title: string;
  user: string;
}

/** Milliseconds between two questions. */
const pauseMs = 2000;
/** Failed questions in a row after which the tray says so. */
const mostFailures = 5;
const key = 'outrider.tasks';
const kinds = new Map<string, ServerTaskKind>();
const followed = new Map<string, AbortController>();

/** Tells how work of that kind is followed, and follows again what this user left running before the page was reloaded. */
export function registerServerTasks(kind: string, how: ServerTaskKind): void {
  kinds.set(kind, how);
  remembered().filter((one) => one.kind === kind && one.user === userId()).forEach(follow);
}

/** Follows work that the server does on its own; it survives a reload of the page. */
export function followServerTask(task: { kind: string; id: string; title: string }): void {
  const one = { ...task, user: userId() };
  remember([...remembered().filter(({ id }) => id !== one.id), one]);
  follow(one);
}

function follow(task: Remembered): void {
  const how = kinds.get(task.kind);
  if (!how || followed.has(task.id)) {
    return;
  }
  const controller = new AbortController();
  followed.set(task.id, controller);
  putTask({ id: task.id, title: task.title, state: 'running', progress: undefined, note: undefined, action: undefined, canCancel: false, canRetry: false });
  void poll(task, how, controller.signal).finally(() => {
    followed.delete(task.id);
    remember(remembered().filter(({ id }) => id !== task.id));
  });
}

async function poll({ id }: Remembered, how: ServerTaskKind, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted && session.token() !== undefined; ) {
    try {
      const { state, progress, note } = await how.poll(id, signal);
      failures = 0;
      changeTask(id, { state, progress: state === 'running' ? progress : undefined, note, action: state === 'done' ? how.action?.(id) : undefined });
      if (state !== 'running') return;
    } catch (error) {
      failures += 1;
      if (failures >= mostFailures) {
        changeTask(id, { state: 'failed', note: reasonOf(error), progress: undefined });
        return;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

function userId(): string {
  return shellInfo()?.session.user.id ?? '';
}

function remembered(): Remembered[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? (stored as Remembered[]).filter(({ kind, id, title }) => [kind, id, title].every((text) => typeof text === 'string')) : [];
  } catch {
    return [];
  }
}

function remember(tasks: Remembered[]): void {
  sessionStorage.setItem(key, JSON.stringify(tasks));
}
