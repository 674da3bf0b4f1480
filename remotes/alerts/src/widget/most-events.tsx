import { Denied, Empty, Failure, Loading, openPath, Segment, useChosenGroup, useFormat, usePermission, useText, type WidgetProps } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { rankAlerts, type Rank, type RankedBy } from '../api/ranking';
import { spanOf } from './by-type';
import { Change } from './change';

import './alerts-widget.css';
import './most-events.css';

/** How often they are counted. */
const everyMs = 60_000;
const most = 25;

/** On Home: the vehicles or drivers with most alerts, and how that differs from the time before. */
export function MostEvents({ days }: Pick<WidgetProps, 'days'>) {
  return usePermission('listAlerts') ? <Ranking days={days} /> : <Denied />;
}

function Ranking({ days }: { days: number }) {
  const t = useText('alerts');
  const [by, setBy] = useState<RankedBy>('vehicle');
  return (
    <div className="most-events">
      <div className="most-events-head">
        <span className="s12 t2">{t('most.alertsIn', { count: days })}</span>
        <div className="seg" role="group" aria-label={t('most.by')}>
          {(['vehicle', 'driver'] as const).map((one) => (
            <Segment key={one} isOn={one === by} onClick={() => setBy(one)}>
              {t(`most.${one}s`)}
            </Segment>
          ))}
        </div>
      </div>
      <Ranks by={by} days={days} />
    </div>
  );
}

function Ranks({ by, days }: { by: RankedBy; days: number }) {
  const t = useText('alerts');
  const { zone } = useFormat().settings;
  const group = useChosenGroup()?.id;
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['alerts-ranking', zone, group, days, by],
    refetchInterval: everyMs,
    queryFn: async ({ signal }) => {
      const { starts, bars } = spanOf(days);
      const [before = 0, from = 0, to = 0] = [starts[0], starts[bars[0]?.shown ?? 0], starts.at(-1)];
      return rankAlerts({ by, before, from, to, most }, signal);
    },
  });
  if (isPending) {
    return <Loading rows={5} />;
  }
  if (!data) {
    return <Failure error={error} onRetry={() => void refetch()} />;
  }
  const top = Math.max(1, ...data.map(({ alerts }) => alerts));
  return data.length === 0 ? (
    <Empty icon="check" title={t('widget.noneIn', { count: days })} />
  ) : (
    <ol>
      {data.map((rank) => (
        <RankRow key={rank.id} {...{ rank, by, days, top }} />
      ))}
    </ol>
  );
}

function RankRow({ rank: { name, id, driver_name: driver, alerts, alerts_before: before }, by, days, top }: { rank: Rank; by: RankedBy; days: number; top: number }) {
  const t = useText('alerts');
  const format = useFormat();
  const shown = name || id;
  return (
    <li>
      <button type="button" className="most-events-row" onClick={() => openPath(`/notifications?days=${days}&${by}=${encodeURIComponent(id)}`)}>
        <span className="most-events-name ell">
          <b>{shown}</b> <span className="s12 t2">{driver}</span>
        </span>
        <span className="most-events-bar" aria-hidden="true">
          <i style={{ width: `${(alerts / top) * 100}%` }} />
        </span>
        <span className="most-events-count num">
          {format.number(alerts)}
          <span className="unseen"> {t('most.alerts', { count: alerts })}</span>
        </span>
        <span className="most-events-change s12 num" title={t('most.change', { before: format.number(before) })}>
          <Change by={alerts - before} text={format.number(Math.abs(alerts - before))} isJudged={before > 0} />
        </span>
      </button>
    </li>
  );
}
