import { Empty, Failure, Loading, openPath, useChosenGroup, useFormat, useText } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';

import { countDays } from '../api/alerts';
import { byDay, classes, listOf, spanOf } from './by-type';
import { Change } from './change';
import { StackBars } from './stack-bars';

/** How often they are counted; not with each alert that comes. */
const everyMs = 60_000;

type Counted = ReturnType<typeof byDay> & { days: number };

/** The alerts of the last days by type, day by day, with what there was before. */
export function ByTypeChart({ days }: { days: number }) {
  const t = useText('alerts');
  const format = useFormat();
  const group = useChosenGroup()?.id;
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['alerts-by-type', format.settings.zone, group, days],
    refetchInterval: everyMs,
    placeholderData: (last: Counted | undefined, before) => (before?.queryKey[2] === group ? last : undefined), // it says of which days it is
    queryFn: async ({ signal }) => {
      const span = spanOf(days);
      return { days, ...byDay(span, await countDays(span.starts, signal)) };
    },
  });
  if (isPending) {
    return <Loading rows={3} />;
  }
  if (!data) {
    return <Failure error={error} onRetry={() => void refetch()} />;
  }
  if (data.total === 0 && data.before === 0) {
    return <Empty icon="notifications" title={t('widget.noneIn', { count: data.days })} />;
  }
  const { locale, zone } = format.settings;
  const nameOf = (at: number) => new Intl.DateTimeFormat(locale, { ...(data.days === 1 ? { hour: '2-digit' } : { day: 'numeric' }), timeZone: zone }).format(at);
  const longName = new Intl.DateTimeFormat(locale, { ...(data.days === 1 ? { hour: '2-digit', minute: '2-digit' } : { day: 'numeric', month: 'short' }), timeZone: zone });
  const bars = data.bars.map(({ at, values, before }) => ({ id: String(at), name: nameOf(at), label: longName.format(at), values, before }));
  return (
    <div className="alerts-widget-chart">
      <p>
        <b className="num">{format.number(data.total)}</b>
        <span className="s12 t2">{t('widget.inDays', { count: data.days })}</span>
        {data.change === undefined ? null : (
          <span className="s12 t2">
            <Change by={data.change} text={format.percent(Math.abs(data.change))} /> {t('widget.from', { before: format.number(data.before) })}
          </span>
        )}
      </p>
      <StackBars
        title={t('analysis.byType')}
        before={t('widget.before', { count: data.days })}
        parts={classes.map((id) => ({ id, label: t(`widget.class.${id}`), total: data.totals[id] ?? 0, onOpen: () => openPath(listOf(id, data.days)) }))}
        bars={bars}
      />
    </div>
  );
}
