import { Denied, Empty, Failure, instantOf, localDay, Loading, useFormat, usePermission, useText } from '@outrider/sdk';
import { DateTimeRangePicker, daysOf, type DateTimeRange } from '@outrider/sdk/inputs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';

import { getUsage, type FuelUsage, type Range } from '../api/fuel';
import { Figures } from './figures';
import { UsageTable } from './usage-table';

import './fuel.css';

/** The chart is heavy: it comes when a vehicle is chosen. */
const TankCard = lazy(() => import('./tank-card').then((m) => ({ default: m.TankCard })));

/** What vehicles with a tank used. */
export function FuelPage() {
  return usePermission('createFuelUsageReport') ? <AllowedPage /> : <Denied />;
}

function AllowedPage() {
  const t = useText('fuel');
  const { zone } = useFormat().settings;
  const [local, setLocal] = useState<DateTimeRange>(() => lastDays(zone));
  const range = useMemo(() => ({ from: iso(local.start, zone), to: iso(local.end, zone, 1000) }), [local, zone]);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['fuel', 'usage', range],
    queryFn: ({ signal }) => getUsage(range, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
  return (
    <section className="fu-page" aria-label={t('title')}>
      <header className="fu-head">
        <h1>{t('title')}</h1>
        <DateTimeRangePicker label={t('range')} value={local} maxDays={400} onChange={setLocal} />
      </header>
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Loading rows={8} /> : null}
      {data ? (
        <div className="fu-body" aria-busy={isFetching}>
          {data.vehicles.length === 0 ? <Empty icon="fuel" title={t('empty')}>{t('emptyText')}</Empty> : <Report usage={data} range={range} />}
        </div>
      ) : null}
    </section>
  );
}

function Report({ usage, range }: { usage: FuelUsage; range: Range }) {
  const [asked, setAsked] = useState<string>();
  const chosen = usage.vehicles.find(({ vehicle_id }) => vehicle_id === asked) ?? usage.vehicles.find(({ thefts }) => thefts > 0) ?? usage.vehicles[0];
  return (
    <>
      <Figures usage={usage} />
      {chosen ? (
        <Suspense fallback={<Loading rows={6} />}>
          <TankCard vehicle={chosen} range={range} />
        </Suspense>
      ) : null}
      <UsageTable usage={usage} chosen={chosen?.vehicle_id} onChoose={setAsked} />
    </>
  );
}

function lastDays(zone: string): DateTimeRange {
  const { from, to } = daysOf('last7Days', localDay(Date.now(), zone));
  return { start: `${from}T00:00:00`, end: `${to}T23:59:59` };
}

function iso(local: string, zone: string, moreMs = 0): string {
  return new Date(instantOf(local, zone) + moreMs).toISOString();
}
