import { Denied, Empty, Failure, instantOf, localDay, Loading, useFormat, usePermission, useText } from '@outrider/sdk';
import { DateTimeRangePicker, daysOf, type DateTimeRange } from '@outrider/sdk/inputs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import { getUsage, type EvUsage, type Range } from '../api/ev';
import { ChargeCard } from './charge-card';
import { SessionsCard } from './sessions-card';
import { UsageTable } from './usage-table';

import './ev.css';

/** How full electric vehicles are, whether that is enough, and what they used. */
export function EvPage() {
  return usePermission('createEvUsageReport') ? <AllowedPage /> : <Denied />;
}

function AllowedPage() {
  const t = useText('ev');
  const { zone } = useFormat().settings;
  const [local, setLocal] = useState<DateTimeRange>(() => lastDays(zone));
  const [isLowOnly, setLowOnly] = useState(false);
  const range = useMemo(() => ({ from: iso(local.start, zone), to: iso(local.end, zone, 1000) }), [local, zone]);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['ev', 'usage', range],
    queryFn: ({ signal }) => getUsage(range, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
  return (
    <section className="ev-page" aria-label={t('title')}>
      <header className="ev-head">
        <h1>{t('title')}</h1>
        <DateTimeRangePicker label={t('range')} value={local} maxDays={400} onChange={setLocal} />
        {data ? (
          <button type="button" className={isLowOnly ? 'chip on' : 'chip'} aria-pressed={isLowOnly} onClick={() => setLowOnly(!isLowOnly)}>
            {t('under', { percent: data.setting.low_percent, count: data.totals.low })}
          </button>
        ) : null}
      </header>
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Loading rows={8} /> : null}
      {data ? (
        <div className="ev-body" aria-busy={isFetching}>
          {data.vehicles.length === 0 ? <Empty icon="charging" title={t('empty')}>{t('emptyText')}</Empty> : <Report usage={isLowOnly ? lowOf(data) : data} range={range} />}
        </div>
      ) : null}
    </section>
  );
}

function Report({ usage, range }: { usage: EvUsage; range: Range }) {
  return (
    <>
      <ChargeCard usage={usage} />
      <SessionsCard range={range} currency={usage.setting.currency} />
      <UsageTable usage={usage} />
    </>
  );
}

/** Only the vehicles that are low. */
function lowOf(usage: EvUsage): EvUsage {
  return { ...usage, vehicles: usage.vehicles.filter(({ low }) => low) };
}

function lastDays(zone: string): DateTimeRange {
  const { from, to } = daysOf('last7Days', localDay(Date.now(), zone));
  return { start: `${from}T00:00:00`, end: `${to}T23:59:59` };
}

function iso(local: string, zone: string, moreMs = 0): string {
  return new Date(instantOf(local, zone) + moreMs).toISOString();
}
