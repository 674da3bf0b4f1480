import { ApiError } from '../errors/api-error';
import { translate } from '../i18n';
import { changeTask, putTask, type TaskAction } from './task-store';

/** How far a task is: 0 to 1, and what it is doing. */
export type Report = (progress: number | undefined, note?: string) => void;

/** Long work that the browser does: an export, an upload, a bulk change. */
export interface TaskOptions<T> {
  /** What the user asked for, `Export of 1,200 vehicles`. */
  title: string;
  /** Does the work; `signal` is aborted when the user cancels. It is called again when they retry. */
  run: (report: Report, signal: AbortSignal) => Promise<T>;
  /** What can be done with the result, shown until the task is put away. */
  action?: (result: T) => TaskAction | undefined;
}

/** A started task: its id, and the result, undefined when it failed or was cancelled. */
export interface StartedTask<T> {
  id: string;
  result: Promise<T | undefined>;
  cancel: () => void;
}

const retries = new Map<string, () => void>();
const cancels = new Map<string, () => void>();
let lastId = 0;

/** Starts long work; the tray of the shell shows it, whatever page the user goes to. */
export function startTask<T>(options: TaskOptions<T>): StartedTask<T> {
  lastId += 1;
  const id = `task-${lastId}`;
  return { id, result: attempt(id, options), cancel: () => cancelTask(id) };
}

/** Cancels a task that runs. */
export function cancelTask(id: string): void {
  cancels.get(id)?.();
}

/** Runs a failed task again. */
export function retryTask(id: string): void {
  retries.get(id)?.();
}

/** Forgets how to repeat a task that was put away. */
export function forgetTask(id: string): void {
  retries.delete(id);
}

async function attempt<T>(id: string, options: TaskOptions<T>): Promise<T | undefined> {
  const controller = new AbortController();
  const over = { canCancel: false, progress: undefined };
  cancels.set(id, () => controller.abort());
  retries.set(id, () => void attempt(id, options));
  putTask({ id, title: options.title, state: 'running', progress: undefined, note: undefined, action: undefined, canCancel: true, canRetry: false });
  try {
    const result = await options.run((progress, note) => {
      if (!controller.signal.aborted) changeTask(id, { progress, note });
    }, controller.signal);
    if (controller.signal.aborted) {
      throw controller.signal.reason;
    }
    changeTask(id, { ...over, state: 'done', note: undefined, action: options.action?.(result) });
    return result;
  } catch (error) {
    const state = controller.signal.aborted ? 'cancelled' : 'failed';
    changeTask(id, { ...over, state, note: state === 'failed' ? reasonOf(error) : undefined, canRetry: true });
    return undefined;
  } finally {
    cancels.delete(id);
  }
}

/** The sentence for a failure. */
export function reasonOf(error: unknown): string {
  if (error instanceof ApiError) {
    return error.kind === 'offline' ? translate('state.offline') : error.message;
  }
  console.error('task', error);
  return translate('error.generic');
}
