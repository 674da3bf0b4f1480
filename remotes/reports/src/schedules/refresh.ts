import { tableKey } from '@outrider/sdk/table';
import type { QueryClient } from '@tanstack/react-query';

import { schedulesKey, schedulesTable } from '../api/schedules';

/** Reads schedules and their runs again. */
export async function refreshSchedules(client: QueryClient): Promise<void> {
  await Promise.all([client.invalidateQueries({ queryKey: tableKey(schedulesTable) }), client.invalidateQueries({ queryKey: schedulesKey })]);
}
