import { usePermission, usePush } from '@outrider/sdk';
import { createRowPatches, tableKey, type ListQuery, type RowPatches, type TablePage } from '@outrider/sdk/table';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';

import { readNews, type Fileset } from '../api/filesets';
import { listFilesets, type Whose } from '../api/list-filesets';
import { forward } from '../finished/forward';

/** The names of the tables of filesets, among views and queries. */
export const filesTables: Record<Whose, string> = { all: 'files', own: 'files-own' };

/** How long after something new the list is read again, so that many news are one reading; in milliseconds. */
const settleMs = 1000;

/** The filesets of the list, and their progress as it is pushed: forward only. What is new or finished reads the list again. */
export function useLiveFilesets(whose: Whose): { patches: RowPatches<Fileset>; fetchPage: (query: ListQuery, signal: AbortSignal) => Promise<TablePage<Fileset>>; refresh: () => void } {
  const queryClient = useQueryClient();
  const [patches] = useState(() => createRowPatches<Fileset>());
  const shown = useRef(new Map<string, Fileset>());
  const others = useRef(new Map<string, string>());
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const mayHear = usePermission('getFileProgressUpdates');
  const refresh = useCallback(() => void queryClient.invalidateQueries({ queryKey: tableKey(filesTables[whose]) }), [queryClient, whose]);
  const soon = useCallback(() => {
    waiting.current ??= setTimeout(() => {
      waiting.current = undefined;
      refresh();
    }, settleMs);
  }, [refresh]);
  useEffect(() => () => clearTimeout(waiting.current), []);

  const fetchPage = useCallback(
    async (query: ListQuery, signal: AbortSignal) => {
      const page = await listFilesets(whose, query, signal);
      page.rows.forEach((row) => shown.current.set(row.fileset_request_id, { ...row, ...forward(shown.current.get(row.fileset_request_id) ?? row, row) }));
      return page;
    },
    [whose],
  );

  usePush(
    mayHear
      ? {
          topic: 'filesetRequest',
          context: 'filesetRequest',
          values: [],
          onValues: (values) => {
            for (const news of readNews(values)) {
              const known = shown.current.get(news.fileset_request_id);
              if (!known) {
                // One that the list does not show is read for once, and again when its status changes.
                if (others.current.get(news.fileset_request_id) !== news.status) soon();
                others.current.set(news.fileset_request_id, news.status);
                continue;
              }
              const next = forward(known, news);
              if (next.status !== known.status || next.progress !== known.progress) {
                shown.current.set(news.fileset_request_id, { ...known, ...next });
                patches.patch(news.fileset_request_id, next);
                if (next.progress === 100 || next.status === 'canceled') soon();
              }
            }
          },
          onResync: refresh,
        }
      : undefined,
  );
  return { patches, fetchPage, refresh };
}
