/** How a task stands. */
export type TaskState = 'running' | 'done' | 'failed' | 'cancelled';

/** Long work as the tray shows it. */
export interface Task {
  id: string;
  title: string;
  state: TaskState;
  /** 0 to 1; undefined while nobody can tell. */
  progress: number | undefined;
  /** What it is doing, or why it failed. */
  note: string | undefined;
  /** What can be done with the result, such as to open a file. */
  action: TaskAction | undefined;
  canCancel: boolean;
  canRetry: boolean;
}

/** One thing to do when a task is done. */
export interface TaskAction {
  label: string;
  run: () => void;
}

const listeners = new Set<() => void>();
let tasks: readonly Task[] = [];
let hasWarned = false;

/** Every task since the page was loaded that was not put away, oldest first. */
export function allTasks(): readonly Task[] {
  return tasks;
}

/** Calls `listener` after every change until the returned function is called. */
export function onTasks(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The event of `window` when a task begins; at the first one the shell fetches the tray. */
export const taskEvent = 'outrider-task';

/** Adds a task, or replaces the one with its id. */
export function putTask(task: Task): void {
  window.dispatchEvent(new Event(taskEvent));
  tasks = tasks.some(({ id }) => id === task.id) ? tasks.map((one) => (one.id === task.id ? task : one)) : [...tasks, task];
  changed();
}

/** Changes a part of a task; nothing if it was put away. */
export function changeTask(id: string, part: Partial<Task>): void {
  tasks = tasks.map((one) => (one.id === id ? { ...one, ...part } : one));
  changed();
}

/** Takes tasks that are over out of the tray. */
export function putAway(ids: readonly string[]): void {
  tasks = tasks.filter(({ id, state }) => state === 'running' || !ids.includes(id));
  changed();
}

function changed(): void {
  watchClosing(tasks.some(({ state, canCancel }) => state === 'running' && canCancel));
  listeners.forEach((listener) => listener());
}

/** Closing the tab asks first while something runs in it; what runs on the server goes on anyway. */
function watchClosing(isRunning: boolean): void {
  if (isRunning !== hasWarned) {
    hasWarned = isRunning;
    (isRunning ? window.addEventListener : window.removeEventListener)('beforeunload', keep as EventListener);
  }
}

function keep(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
