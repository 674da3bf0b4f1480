import { Failure, Loading, useChosenGroup, useFormat, useText } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';

import { countDays } from '../api/alerts-api';
import { byDay, classes, shownDays, startsOfDays } from './by-type';
import { StackBars } from './stack-bars';

/** How often they are counted; not with each alert that comes. */
const everyMs = 60_000;

/** The alerts of the last days by type, day by day, compared with the days before; nothing where there are none. */
export function ByTypeChart() {
  const t = useText('alerts');
  const format = useFormat();
  const group = useChosenGroup()?.id;
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['alerts-by-type', format.settings.zone, group],
    refetchInterval: everyMs,
    queryFn: async ({ signal }) => {
      const starts = startsOfDays();
      return byDay(starts, await countDays(starts, signal));
    },
  });
  if (isPending) {
    return <Loading rows={3} />;
  }
  if (!data) {
    return <Failure error={error} onRetry={() => void refetch()} />;
  }
  if (data.total === 0) {
    return null;
  }
  const { locale, zone } = format.settings;
  const dayName = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: zone });
  const bars = data.days.map(({ at, values }) => ({ id: String(at), label: dayName.format(at), values }));
  return (
    <div className="alerts-widget-chart">
      <p>
        <b className="num">{format.number(data.total)}</b>
        <span className="s12 t2">{t('widget.inDays', { days: shownDays })}</span>
        {data.change === undefined ? null : (
          <span className="s12 t2">
            <b className={data.change > 0 ? 'more num' : 'fewer num'}>{`${data.change > 0 ? '+' : data.change < 0 ? '−' : ''}${format.percent(Math.abs(data.change))}`}</b> {t('widget.onBefore', { days: shownDays })}
          </span>
        )}
      </p>
      <StackBars title={t('analysis.byType')} parts={classes.map((id) => ({ id, label: t(`widget.class.${id}`) }))} bars={bars} />
    </div>
  );
}
