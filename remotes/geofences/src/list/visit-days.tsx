import { useFormat, useText } from '@outrider/sdk';
import { DataTable, type TableColumn } from '@outrider/sdk/table';
import { useCallback, useMemo } from 'react';

import { listVisitDays, type VisitDay } from '../api/visits';

const keyOf = ({ day }: VisitDay) => day;

/** The visits to a geofence summed up by day. */
export function VisitDays({ id, name }: { id: string; name: string }) {
  const t = useText('geofences');
  const { zone } = useFormat().settings;
  const columns = useMemo<TableColumn<VisitDay>[]>(() => {
    const plain = { sortable: false, filterable: false };
    return [
      { id: 'day', label: t('day.day'), kind: 'date', value: ({ day }) => `${day}T12:00:00Z`, width: 200, fixed: true, ...plain },
      { id: 'visits', label: t('day.visits'), kind: 'number', value: ({ visits }) => visits, width: 110, ...plain },
      { id: 'vehicles', label: t('day.vehicles'), kind: 'number', value: ({ vehicles }) => vehicles, width: 110, ...plain },
      { id: 'inside_s', label: t('day.inside'), kind: 'duration', value: ({ inside_s }) => inside_s, width: 150, ...plain },
    ];
  }, [t]);
  const fetchPage = useCallback((query: Parameters<typeof listVisitDays>[2], signal?: AbortSignal) => listVisitDays(id, zone, query, signal), [id, zone]);
  return <DataTable<VisitDay> id="geofence-days" address={false} label={`${name}: ${t('details.days')}`} columns={columns} rowKey={keyOf} fetchPage={fetchPage} sort="-day" search={false} empty={{ title: t('day.none'), icon: 'geofencing' }} />;
}
