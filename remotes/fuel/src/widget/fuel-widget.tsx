import { Button, Denied, Empty, Failure, Loading, openPath, useFormat, usePermission, useText, type WidgetProps } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';

import { getUsage } from '../api/fuel';
import { changeText, economyText, economyUnit } from '../economy';

import './fuel-widget.css';

/** Fuel on the home page: what was used in its period, and who seems to have lost some. */
export function FuelWidget({ days }: Pick<WidgetProps, 'days'>) {
  return usePermission('createFuelUsageReport') ? <Allowed days={days} /> : <Denied />;
}

function Allowed({ days }: { days: number }) {
  const t = useText('fuel');
  const format = useFormat();
  const { data, error, refetch } = useQuery({
    queryKey: ['fuel', 'widget', days],
    queryFn: ({ signal }) => {
      const to = Date.now();
      return getUsage({ from: new Date(to - days * 86_400_000).toISOString(), to: new Date(to).toISOString() }, signal);
    },
    refetchInterval: ({ state }) => (state.data?.past.complete === false ? 5_000 : 300_000),
  });
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading rows={4} />;
  const filling = data.past.complete ? null : <p className="stale" role="status">{t('filling', { percent: Math.round(data.past.share * 100) })}</p>;
  if (data.vehicles.length === 0) return filling ? <div className="fuel-widget">{filling}<Loading rows={3} /></div> : <Empty icon="fuel" title={t('empty')} />;
  const { totals, before, compared } = data;
  return (
    <div className="fuel-widget">
      {filling}
      <p className="s12 t2">{t('lastDays', { count: days })}</p>
      <p className="big num">{format.volume(totals.used_l, 0)}</p>
      <p className="s12 t2">{compared ? (changeText(format, totals.used_l, before.used_l) ?? '') : t('notCompared')}</p>
      <dl>
        <div><dt>{t('economy')}</dt><dd className="num">{`${economyText(format, totals.l_per_100km)} ${economyUnit(format)}`}</dd></div>
        <div><dt>{t('co2')}</dt><dd className="num">{`${format.number(totals.co2_kg, 0)} kg`}</dd></div>
        <div><dt>{t('column.idle_l')}</dt><dd className="num">{format.volume(totals.idle_l)}</dd></div>
        <div><dt>{t('column.thefts')}</dt><dd className="num">{totals.thefts === 0 ? t('none') : `${totals.thefts} · ${format.volume(totals.stolen_l)}`}</dd></div>
      </dl>
      <Button variant="quiet" size="small" onClick={() => openPath('/fuel-usage-report')}>{t('open')}</Button>
    </div>
  );
}
