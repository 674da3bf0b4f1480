import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { listParameters, type ListQuery } from './list-query';
import type { RowPatches } from './row-patches';

/** One page of a list. */
export interface TablePage<Row> {
  rows: Row[];
  /** Rows that match, on all pages. */
  total: number;
  pageCount: number;
}

/** Reads one page. Rejects with the signal's reason when the table does not want it any more. */
export type FetchPage<Row> = (query: ListQuery, signal: AbortSignal) => Promise<TablePage<Row>>;

/** The key under which a table's pages are kept: `queryClient.invalidateQueries({ queryKey: tableKey('vehicles') })` reads them again. */
export function tableKey(id: string): readonly unknown[] {
  return ['table', id];
}

/** The page that the query asks for; the one before stays until it is there. */
export function usePage<Row>(id: string, query: ListQuery, fetchPage: FetchPage<Row>, patches?: RowPatches<Row>): UseQueryResult<TablePage<Row>> {
  const started = useRef(0);
  const result = useQuery({
    queryKey: [...tableKey(id), listParameters(query)],
    queryFn: async ({ signal }) => {
      const startedMs = Date.now();
      const page = await fetchPage(query, signal);
      started.current = startedMs;
      return page;
    },
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    if (started.current > 0) {
      patches?.forget(started.current);
    }
  }, [patches, result.dataUpdatedAt]);
  return result;
}
