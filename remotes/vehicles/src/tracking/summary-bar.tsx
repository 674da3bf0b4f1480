import { contributionsTo, ExtensionSlot, Icon, useFormat, useText, type TankMenuProps } from '@outrider/sdk';
import { Explain } from '@outrider/sdk/explain';
import type { PlaybackClock } from '@outrider/sdk/player';
import type { ReactNode } from 'react';

import type { Trips } from './api';
import { indexAt, type Track } from './track';
import { useClockSecond } from './use-clock-second';

interface SummaryBarProps {
  vehicleId: string;
  trips: Trips | undefined;
  track: Track | undefined;
  /** Undefined while they are not counted yet. */
  alerts: number | undefined;
  clock: PlaybackClock;
}

/** What the vehicle did in the whole range. */
export function SummaryBar({ vehicleId, trips, track, alerts, clock }: SummaryBarProps) {
  const t = useText('tracking');
  const format = useFormat();
  const sum = trips?.Summary;
  return (
    <section className="trk-sum" aria-label={t('summary.title')}>
      <dl>
        <Fact label={t('summary.distance')} about={t('about.distance')}>{format.distance(sum?.distance_m)}</Fact>
        <Fact label={t('summary.driving')} about={t('about.driving')} dot="st-moving">{format.duration(sum?.drive_s)}</Fact>
        <Fact label={t('summary.idling')} about={t('about.idling')} dot="st-idling">{format.duration(sum?.idle_s)}</Fact>
        <Fact label={t('summary.standing')} dot="st-stationary">{format.duration(sum?.stand_s)}</Fact>
        <Fact label={t('summary.silent')} dot="st-offline">{format.duration(sum?.silent_s)}</Fact>
        <Fact label={t('summary.trips')} about={t('about.trips')}>{format.number(sum?.trips)}</Fact>
        <Fact label={t('summary.top')}>{sum && sum.top_speed > 0 ? format.speed(sum.top_speed) : '–'}</Fact>
        <Fact label={t('summary.alerts')}>{format.number(alerts)}</Fact>
      </dl>
      {trips && track ? <Then {...{ vehicleId, trips, track, clock }} /> : null}
    </section>
  );
}

function Fact({ label, about, dot, children }: { label: string; about?: string; dot?: string; children: ReactNode }) {
  return (
    <div className={dot ?? ''}>
      <dt>
        {dot ? <i className="dot" /> : null}
        {label}
        {about ? <Explain about={label}>{about}</Explain> : null}
      </dt>
      <dd className="num">{children}</dd>
    </div>
  );
}

/** Who drove, and what was in the tank, where the clock is. */
function Then({ vehicleId, trips, track, clock }: { vehicleId: string; trips: Trips; track: Track; clock: PlaybackClock }) {
  const t = useText('tracking');
  const format = useFormat();
  const at = useClockSecond(clock);
  const driver = [...trips.Trips].reverse().find(({ start_time }) => start_time <= at)?.driver_name;
  let index = indexAt(track.times, at);
  while (index >= 0 && Number.isNaN(track.fuel[index] ?? Number.NaN)) index--;
  const props: TankMenuProps = { vehicleId, fromMs: track.fromMs, toMs: track.toMs };
  return (
    <dl className="trk-then">
      {driver ? <Fact label={t('summary.driver')}>{driver}</Fact> : null}
      {index >= 0 ? (
        <Fact label={t('summary.tank', { time: format.time(track.times[index], track.zone) })}>
          <Icon name="storage" small /> {format.percent(track.fuel[index])}
        </Fact>
      ) : null}
      {contributionsTo('tank-menu').length > 0 ? <ExtensionSlot name="tank-menu" props={{ ...props }} /> : null}
    </dl>
  );
}
