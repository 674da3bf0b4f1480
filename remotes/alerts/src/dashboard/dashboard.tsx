import { Denied, Empty, Failure, Loading, useChosenGroup, usePermission, useText } from '@outrider/sdk';
import { BarChart } from '@outrider/sdk/charts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { typeName, typesOf } from '../alert/looks';
import { ChipMenu } from '../triage/chip-menu';
import { alertsKey, useLiveAlerts } from '../triage/use-alerts';
import { countsOf, loadAnalysis } from './analysis';

import './dashboard.css';

/** Ranges of the analysis in days: at most 7. */
const choices = [1, 2, 7] as const;

/** Driving alerts counted by type, vehicle and hour of the day. */
export function DrivingEventsDashboard() {
  return usePermission('listAlerts') ? <AllowedDashboard /> : <Denied />;
}

function AllowedDashboard() {
  const t = useText('alerts');
  const group = useChosenGroup()?.id;
  const [days, setDays] = useState<number>(7);
  const [types, setTypes] = useState<readonly string[]>(() => typesOf('driving'));
  useLiveAlerts();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...alertsKey, 'analysis', days, types, group],
    queryFn: ({ signal }) => loadAnalysis(days, types, group, signal),
    enabled: types.length > 0,
  });
  return (
    <div className="alert-analysis">
      <div className="triage-filters">
        <ChipMenu label={t(`range.${days}`)} icon="calendar" isOn isSingle options={choices.map((n) => ({ value: String(n), label: t(`range.${n}`) }))} chosen={[String(days)]} onChange={([n]) => setDays(Number(n))} />
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
