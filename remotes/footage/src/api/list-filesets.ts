import { get } from '@outrider/sdk';
import { listParameters, type ListQuery, type TablePage } from '@outrider/sdk/table';

import { pageSchema, type Fileset } from './filesets';

/** Whose filesets are listed: all that the user may see, or those asked for by or shared with the user. */
export type Whose = 'all' | 'own';

/** One page of filesets. */
export async function listFilesets(whose: Whose, query: ListQuery, signal?: AbortSignal): Promise<TablePage<Fileset>> {
  const path = whose === 'all' ? '/org/{orgId}/files/requests' : '/org/{orgId}/users/cloud/filesets/requests';
  const answer = await get(path, pageSchema, { query: listParameters(query), narrow: true, ...(signal ? { signal } : {}) });
  return { rows: answer.filesets, total: answer.total_records, pageCount: answer.page_count };
}

const pageSize = 500;

/** Every fileset that matches a query, whatever page the table shows. */
export async function allMatching(whose: Whose, query: ListQuery): Promise<Fileset[]> {
  const found: Fileset[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { rows, pageCount } = await listFilesets(whose, { ...query, page, size: pageSize });
    found.push(...rows);
    pages = pageCount;
  }
  return found;
}
