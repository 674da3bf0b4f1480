import { Button, Denied, Empty, Failure, Loading, openPath, useFormat, usePermission, useText, type WidgetProps } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';

import { getUsage } from '../api/ev';
import { efficiencyText, efficiencyUnit, energyText } from '../efficiency';

import './ev-widget.css';

/** Electric vehicles on the home page: what they used in its period, who is low and who charges. */
export function EvWidget({ days }: Pick<WidgetProps, 'days'>) {
  return usePermission('createEvUsageReport') ? <Allowed days={days} /> : <Denied />;
}

function Allowed({ days }: { days: number }) {
  const t = useText('ev');
  const format = useFormat();
  const { data, error, refetch } = useQuery({
    queryKey: ['ev', 'widget', days],
    queryFn: ({ signal }) => {
      const to = Date.now();
      return getUsage({ from: new Date(to - days * 86_400_000).toISOString(), to: new Date(to).toISOString() }, signal);
    },
    refetchInterval: ({ state }) => (state.data?.past.complete === false ? 5_000 : 300_000),
  });
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading rows={4} />;
  const filling = data.past.complete ? null : <p className="stale" role="status">{t('filling', { percent: Math.round(data.past.share * 100) })}</p>;
  if (data.vehicles.length === 0) return filling ? <div className="ev-widget">{filling}<Loading rows={3} /></div> : <Empty icon="charging" title={t('empty')} />;
  const { totals, setting } = data;
  return (
    <div className="ev-widget">
      {filling}
      <p className="s12 t2">{t('lastDays', { count: days })}</p>
      <p className="big num">{energyText(format, totals.used_kwh, 0)}</p>
      <dl>
        <div><dt>{t('column.kwh_per_100km')}</dt><dd className="num">{`${efficiencyText(format, totals.kwh_per_100km)} ${efficiencyUnit(format)}`}</dd></div>
        <div><dt>{t('under', { percent: setting.low_percent, count: totals.low })}</dt><dd className="num">{totals.low}</dd></div>
        <div><dt>{t('chargingNow')}</dt><dd className="num">{totals.charging}</dd></div>
        <div><dt>{t('rangeShort')}</dt><dd className="num">{totals.short}</dd></div>
      </dl>
      <Button variant="quiet" size="small" onClick={() => openPath('/ev-usage-report')}>{t('open')}</Button>
    </div>
  );
}
