import { ApiError, saveBlob, toast } from '@outrider/sdk';
import { startTask } from '@outrider/sdk/tasks';

import { getReportFile, type FileFormat, type Query } from '../api/report';

interface Exported {
  id: string;
  /** With the time that the screen compares with. */
  query: Query;
  columns: readonly string[];
  groupBy: string;
}

/** Has a report made as a file while the user goes on, and saves it; the texts name the work, and say that it failed. */
export function exportFile(format: FileFormat, { id, query, columns, groupBy }: Exported, { title, failed }: { title: string; failed: string }): void {
  startTask({
    title,
    run: async (_, signal) => {
      try {
        const name = `${id}-${query.from.slice(0, 10)}-${query.to.slice(0, 10)}.${format}`;
        saveBlob(await getReportFile(id, query, format, columns, groupBy, signal), name);
      } catch (error) {
        if (!signal.aborted) toast(error instanceof ApiError ? error.message : failed, 'error');
        throw error;
      }
    },
  });
}
