import type { ListQuery } from './list-query';
import type { FetchPage } from './use-page';

/** Rows that one call brings while exporting: the most that the API gives. */
export const exportPageSize = 500;
/** The most rows that one file takes. */
export const exportMax = 100_000;

/** More rows match than a file takes. */
export class ExportTooLarge extends Error {}

/** Reads everything that the query matches, a page after the other. `onProgress` hears how many of how many are there. */
export async function readAll<Row>(fetchPage: FetchPage<Row>, query: ListQuery, signal: AbortSignal, onProgress: (done: number, total: number) => void): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const got = await fetchPage({ ...query, page, size: exportPageSize }, signal);
    signal.throwIfAborted();
    if (got.total > exportMax) {
      throw new ExportTooLarge();
    }
    rows.push(...got.rows);
    onProgress(rows.length, Math.max(got.total, rows.length));
    if (page >= got.pageCount || got.rows.length === 0) {
      return rows;
    }
  }
}
