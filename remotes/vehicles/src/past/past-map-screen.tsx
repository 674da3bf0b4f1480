import { Button, Failure, Icon, Loading, useFormat, useShellInfo, useText } from '@outrider/sdk';
import { useEffect, useMemo, useState, type ReactNode } from 'react';

import type { Fleet } from '../fleet/use-fleet';
import { setMoment } from '../state/use-moment';
import { TimeBar } from './time-bar';
import { Trails } from './trails';
import { usePastFleet } from './use-past-fleet';

import './past.css';

interface PastMapScreenProps {
  at: number;
  /** The map; what is given along lies on it. */
  children: (fleet: Fleet, overlay: ReactNode) => ReactNode;
}

/** How often time goes on while it is played, in milliseconds. */
const tickMs = 1000;

/** The map at a moment of the past: what is shown is not live, and says so. */
export function PastMapScreen({ at, children }: PastMapScreenProps) {
  const t = useText('vehicles');
  const format = useFormat();
  const { session } = useShellInfo();
  const zone = session.Org.zone || 'UTC';
  const fleet = usePastFleet(at);
  const [rate, setRate] = useState(60);
  const [isPlaying, setPlaying] = useState(false);
  const [hasTrails, setTrails] = useState(true);
  const vehicleIds = useMemo(() => [...fleet.byId.keys()].sort(), [fleet.byId]);
  const isReady = fleet.state === 'loaded' && !fleet.isWaiting;
  useEffect(() => {
    if (!isPlaying || !isReady) return undefined; // time waits for what is on its way
    const timer = setTimeout(() => {
      const next = at + rate * tickMs;
      if (next < Date.now()) setMoment(next);
      else setPlaying(false);
    }, tickMs);
    return () => clearTimeout(timer);
  }, [isPlaying, isReady, at, rate]);
  return (
    <section className="past" aria-label={t('past.title')}>
      <header className="past-head">
        <Icon name="clock" />
        <p role="status" aria-live="off">
          <b>{t('past.looking', { time: format.dateTime(at, zone) })}</b> {t('past.notLive')}
        </p>
        <span className="grow" />
        <Button onClick={() => setMoment(undefined)}>
          <span className="dot past-dot" aria-hidden="true" />
          {t('past.live')}
          <kbd>L</kbd>
        </Button>
      </header>
      <div className="past-body">
        {fleet.state === 'pending' ? <Loading rows={10} /> : fleet.state === 'failed' ? <Failure error={fleet.error} onRetry={fleet.retry} /> : children(fleet, hasTrails ? <Trails records={fleet.trails} /> : null)}
      </div>
      <TimeBar {...{ at, zone, rate, isPlaying }} onRate={setRate} onPlaying={setPlaying} isWaiting={fleet.isWaiting} hasTrails={hasTrails} onTrails={setTrails} vehicleIds={vehicleIds} />
    </section>
  );
}
