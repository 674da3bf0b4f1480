/** How far a file or fileset is. */
export interface Progress {
  status: string;
  /** Percent. */
  progress: number;
}

const order = ['created', 'accepted', 'in progress', 'complete', 'success', 'canceled'];
const ends = new Set(['success', 'canceled']);

/** What is known after news: a status only moves forward and progress only grows; success is 100, and success and cancellation are final. */
export function forward(known: Progress, news: Progress): Progress {
  const isForward = !ends.has(known.status) && order.indexOf(news.status) > order.indexOf(known.status);
  const status = isForward ? news.status : known.status;
  return { status, progress: status === 'success' ? 100 : Math.min(100, Math.max(known.progress, ends.has(known.status) ? 0 : news.progress)) };
}

/** The progress of a fileset: the floored average of its files'. */
export function averageOf(files: readonly { progress: number }[]): number {
  return files.length === 0 ? 0 : Math.floor(files.reduce((sum, { progress }) => sum + progress, 0) / files.length);
}
