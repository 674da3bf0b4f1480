import { addDays, currentFormat, Denied, Empty, Failure, instantOf, Loading, localDay, useChosenGroup, usePermission, useText } from '@outrider/sdk';
import { BarChart } from '@outrider/sdk/charts';
import { DateTimeRangePicker, wholeDays, type DateTimeRange } from '@outrider/sdk/inputs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { typeName, typesOf } from '../alert/looks';
import { alertsKey } from '../api/alerts';
import { ChipMenu } from '../triage/chip-menu';
import { useLiveAlerts } from '../triage/use-alerts';
import { countsOf, loadAnalysis } from './analysis';

import './dashboard.css';

/** The longest range of the analysis, in days. */
const mostDays = 7;

/** Driving alerts counted by type, vehicle and hour of the day. */
export function DrivingEventsDashboard() {
  return usePermission('listAlerts') ? <AllowedDashboard /> : <Denied />;
}

/** The last seven days, today included, by the user's clocks. */
function lastDays(): DateTimeRange {
  const today = localDay(Date.now(), currentFormat().settings.zone);
  return wholeDays(addDays(today, 1 - mostDays), today);
}

/** The ends of a range in milliseconds. */
function instantsOf({ start, end }: DateTimeRange): { from: number; to: number } {
  const { zone } = currentFormat().settings;
  return { from: instantOf(start, zone), to: instantOf(end, zone) };
}

function AllowedDashboard() {
  const t = useText('alerts');
  const group = useChosenGroup()?.id;
  const [range, setRange] = useState(lastDays);
  const [types, setTypes] = useState<readonly string[]>(() => typesOf('driving'));
  useLiveAlerts();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...alertsKey, 'analysis', range, types, group],
    queryFn: ({ signal }) => loadAnalysis(instantsOf(range), types, group, signal),
    enabled: types.length > 0,
  });
  return (
    <div className="alert-analysis">
      <div className="triage-filters">
        <DateTimeRangePicker label={t('analysis.range')} value={range} onChange={setRange} maxDays={mostDays} limited />
        <ChipMenu label={t('filter.type')} options={typesOf('driving').map((value) => ({ value, label: typeName(t, value) }))} chosen={types} onChange={setTypes} />
        {data?.isPart ? <span className="s12 t2" role="status">{t('analysis.part', { count: data.alerts.length, total: data.total })}</span> : null}
      </div>
      {types.length === 0 ? (
        <Empty icon="filter" title={t('analysis.needsType')} />
      ) : isPending ? (
        <Loading rows={8} />
      ) : error || !data ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data.alerts.length === 0 ? (
        <Empty icon="notifications" title={t('empty.noMatch')} />
      ) : (
        <Charts counts={countsOf(t, data.alerts)} />
      )}
    </div>
  );
}

function Charts({ counts }: { counts: ReturnType<typeof countsOf> }) {
  const t = useText('alerts');
  return (
    <div className="alert-charts">
      <div className="card wide">
        <BarChart title={t('analysis.byType')} categories={counts.types} height={260} />
      </div>
      <div className="card">
        <BarChart title={t('analysis.byVehicle')} categories={counts.vehicles} height={260} />
      </div>
      <div className="card">
        <BarChart title={t('analysis.byHour')} categories={counts.hours} height={260} />
      </div>
    </div>
  );
}
