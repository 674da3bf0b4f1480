import { listParameters, type ListQuery, type TablePage } from '@outrider/sdk/table';

import { api } from './api';
import { pageSchema, type Fileset } from './filesets';

/** Whose filesets are listed: all that the user may see, or those asked for by or shared with the user. */
export type Whose = 'all' | 'own';

/** One page of filesets. */
export async function listFilesets(whose: Whose, query: ListQuery, signal?: AbortSignal): Promise<TablePage<Fileset>> {
  const path = whose === 'all' ? '/org/{orgId}/files/requests' : '/org/{orgId}/users/cloud/filesets/requests';
  const answer = await api.get(path, pageSchema, { query: { ...listParameters(query), locations: false }, narrow: true, ...(signal ? { signal } : {}) });
  return { rows: answer.filesets, total: answer.total_records, pageCount: answer.page_count };
}
