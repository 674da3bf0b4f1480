import { actionsFor, usePermission, usePush, type VehicleColumn } from '@outrider/sdk';
import { createRowPatches, tableKey, type ListQuery, type RowPatches, type TablePage } from '@outrider/sdk/table';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';

import { readPresences } from '../api/get-presences';
import { actionVehicle, fetchRows, liveOf, type VehicleRow } from './vehicle-row';

/** The name of the table of vehicles, among views and queries. */
export const vehiclesTable = 'vehicles';

/** The rows of the list, and what changes in them while they are shown: states, faults and names as they are pushed. */
export function useLiveRows(columns: readonly VehicleColumn[]): { patches: RowPatches<VehicleRow>; fetchPage: (query: ListQuery, signal: AbortSignal) => Promise<TablePage<VehicleRow>>; refresh: () => void } {
  const queryClient = useQueryClient();
  const [patches] = useState(() => createRowPatches<VehicleRow>());
  const [ids, setIds] = useState<string[]>([]);
  const shown = useRef(new Map<string, VehicleRow>());
  const mayHear = usePermission('getPresenceUpdates');
  const maySee = usePermission('getVehiclePresence');
  const mayWatch = mayHear && maySee;

  const fetchPage = useCallback(async (query: ListQuery, signal: AbortSignal) => {
    const page = await fetchRows(query, columns, signal);
    if (query.size < 500) {
      shown.current = new Map(page.rows.map((row) => [row.id, row]));
      setIds(page.rows.map(({ id }) => id));
    }
    return page;
  }, [columns]);
  const refresh = useCallback(() => void queryClient.invalidateQueries({ queryKey: tableKey(vehiclesTable) }), [queryClient]);

  useEffect(() => {
    if (columns.length > 0) refresh(); // the rows that are there were read without them
  }, [columns, refresh]);

  usePush(
    mayWatch && ids.length > 0
      ? {
          topic: 'presenceUpdates',
          context: 'vehicle',
          values: ids,
          onValues: (values) => {
            for (const record of readPresences(values)) {
              const row = shown.current.get(record.vehicle_id);
              if (record.removed) {
                refresh();
              } else if (row && record.is_defaultdevice && isNews(row, record)) {
                const next = { ...row, ...liveOf(record), vehicle_name: record.name || row.vehicle_name };
                shown.current.set(row.id, next);
                void actionsFor(actionVehicle(next)).then((offered) => patches.patch(row.id, { ...liveOf(record), vehicle_name: next.vehicle_name, offered }));
              }
            }
          },
          onResync: refresh,
        }
      : undefined,
  );
  return { patches, fetchPage, refresh };
}

function isNews(row: VehicleRow, record: { status: string; faults: number; name: string; driver?: string | undefined }): boolean {
  return row.status !== record.status || row.faults !== record.faults || (record.name !== '' && row.vehicle_name !== record.name) || row.driver !== (record.driver ?? '');
}
