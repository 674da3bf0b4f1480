import { labelled, useFormat, useText } from '@outrider/sdk';
import { BarChart } from '@outrider/sdk/charts';
import { useMediaQuery } from '@outrider/sdk/mui';
import { DataTable, type ListQuery, type TableColumn, type TablePage } from '@outrider/sdk/table';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';

import { getVisitDays, type VisitDay } from '../api/visits';
import { barsOf } from './day-bars';

const keyOf = ({ day }: VisitDay) => day;

/** How long what was read serves the table, too, in milliseconds. */
const sameMs = 10_000;

/** The visits to a geofence summed up by day: as bars, and as a table. */
export function VisitDays({ id, name }: { id: string; name: string }) {
  const t = useText('geofences');
  const { zone } = useFormat().settings;
  const client = useQueryClient();
  const isNarrow = useMediaQuery('(max-width: 990px)');
  const asked = useMemo(() => ({ queryKey: ['geofences', 'days', id, zone], queryFn: ({ signal }: { signal: AbortSignal }) => getVisitDays(id, zone, signal), staleTime: sameMs }), [id, zone]);
  const { data, dataUpdatedAt } = useQuery(asked);
  const fetchPage = useCallback(
    async ({ page, size }: Pick<ListQuery, 'page' | 'size'>): Promise<TablePage<VisitDay>> => {
      const days = await client.fetchQuery(asked);
      return { rows: days.slice((page - 1) * size, page * size), total: days.length, pageCount: Math.ceil(days.length / size) };
    },
    [client, asked],
  );
  const count = isNarrow ? 14 : 30;
  const bars = useMemo(() => (data?.length ? barsOf(data, zone, count, dataUpdatedAt) : undefined), [data, zone, count, dataUpdatedAt]);
  return (
    <>
      {bars ? <div className="gf-days-chart"><BarChart title={t('day.chart', { days: count })} categories={bars} height={150} /></div> : null}
      <DataTable<VisitDay> id="geofence-days" address={false} label={labelled(name, t('details.days'))} columns={useDayColumns()} rowKey={keyOf} fetchPage={fetchPage} sort="-day" search={false} empty={{ title: t('day.none'), icon: 'geofencing' }} />
    </>
  );
}

function useDayColumns(): TableColumn<VisitDay>[] {
  const t = useText('geofences');
  return useMemo(() => {
    const plain = { sortable: false, filterable: false };
    return [
      { id: 'day', label: t('day.day'), kind: 'date', value: ({ day }) => `${day}T12:00:00Z`, width: 200, fixed: true, ...plain },
      { id: 'visits', label: t('day.visits'), kind: 'number', value: ({ visits }) => visits, width: 110, ...plain },
      { id: 'vehicles', label: t('day.vehicles'), kind: 'number', value: ({ vehicles }) => vehicles, width: 110, ...plain },
      { id: 'inside_s', label: t('day.inside'), kind: 'duration', value: ({ inside_s }) => inside_s, width: 150, ...plain },
    ];
  }, [t]);
}
