/** How long a toast stays, in milliseconds. */
export const toastMs = 2000;
/** How long a snackbar stays, in milliseconds. */
export const snackbarMs = 6000;

/** A short message over the page. A `toast` only informs; a `snackbar` may offer something, such as to undo. */
export interface Notice {
  id: number;
  kind: 'toast' | 'snackbar';
  text: string;
  tone: 'plain' | 'error';
  action?: { label: string; run: () => void };
}

/** A question that waits for its answer. */
export interface Question {
  id: number;
  title: string;
  text?: string;
  /** The button that goes on; it says what happens, `Log out`. */
  confirm: string;
  tone: 'plain' | 'danger';
  answer: (yes: boolean) => void;
}

/** What is over the page now. */
export interface Feedback {
  notice: Notice | undefined;
  question: Question | undefined;
}

const listeners = new Set<() => void>();
let current: Feedback = { notice: undefined, question: undefined };
let lastId = 0;

/** Says `text` for 2 s at the bottom. */
export function toast(text: string, tone: Notice['tone'] = 'plain'): void {
  change({ notice: { id: nextId(), kind: 'toast', text, tone } });
}

/** Says `text` for 6 s, with something to do about it. */
export function snackbar(text: string, action?: Notice['action'], tone: Notice['tone'] = 'plain'): void {
  change({ notice: { id: nextId(), kind: 'snackbar', text, tone, ...(action ? { action } : {}) } });
}

/** Asks before something that cannot be undone; false also when the question is left. */
export function confirm(question: { title: string; text?: string; confirm: string; tone?: Question['tone'] }): Promise<boolean> {
  current.question?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      change({ question: undefined });
      resolve(yes);
    };
    change({ question: { tone: 'plain', ...question, id: nextId(), answer } });
  });
}

/** Takes a notice away, if it is still the one shown. */
export function dismiss(id: number): void {
  if (current.notice?.id === id) {
    change({ notice: undefined });
  }
}

/** What is shown now; for the shell's {@link FeedbackHost} only. */
export function feedback(): Feedback {
  return current;
}

/** Calls `listener` after every change until the returned function is called. */
export function onFeedback(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function nextId(): number {
  lastId += 1;
  return lastId;
}

function change(part: Partial<Feedback>): void {
  current = { ...current, ...part };
  listeners.forEach((listener) => listener());
}
