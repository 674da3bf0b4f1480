import { Button, Icon, IconButton, instantOf, localDateTime, localDay, useNow, useText } from '@outrider/sdk';
import { MomentBox } from '@outrider/sdk/days';
import { useEffect } from 'react';

import { setMoment } from '../state/use-moment';
import { DayChart } from './day-chart';
import { usePastDay } from './use-day';

interface TimeBarProps {
  at: number;
  zone: string;
  rate: number;
  onRate: (rate: number) => void;
  isPlaying: boolean;
  onPlaying: (on: boolean) => void;
  isWaiting: boolean;
  hasTrails: boolean;
  /** Whose alerts are on the bar. */
  vehicleIds: readonly string[];
  onTrails: (on: boolean) => void;
}

/** Seconds of the past a second. */
const rates = [10, 60, 300] as const;
const minuteMs = 60_000;

/** Chooses the moment: played, stepped, typed or drawn along the day. */
export function TimeBar({ at, zone, rate, onRate, isPlaying, onPlaying, isWaiting, hasTrails, onTrails, vehicleIds }: TimeBarProps) {
  const t = useText('vehicles');
  const tPast = useText('past');
  const local = localDateTime(at, zone);
  const day = local.slice(0, 10);
  const today = localDay(useNow(), zone);
  const go = (to: number) => {
    if (Number.isFinite(to)) setMoment(Math.min(to, Date.now() - 1));
  };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || /^(input|textarea|select|button)$/i.test(target.tagName) || target.closest('.leaflet-container')) return;
      if (event.key === ' ') onPlaying(!isPlaying);
      else if (event.key === 'ArrowLeft') setMoment(at - minuteMs);
      else if (event.key === 'ArrowRight') setMoment(Math.min(at + minuteMs, Date.now() - 1));
      else if (event.key.toLowerCase() === 'l') setMoment(undefined);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [at, isPlaying, onPlaying]);
  const play = t(isPlaying ? 'past.pause' : 'past.play');
  return (
    <div className="past-bar" role="toolbar" aria-label={t('past.time')} aria-busy={isWaiting}>
      <IconButton label={t('past.back')} onClick={() => go(at - minuteMs)}>
        <Icon name="skip-back" />
      </IconButton>
      <button type="button" className="past-play" aria-label={play} title={play} onClick={() => onPlaying(!isPlaying)}>
        <Icon name={isPlaying ? 'pause' : 'play'} />
      </button>
      <IconButton label={t('past.on')} onClick={() => go(at + minuteMs)}>
        <Icon name="skip-forward" />
      </IconButton>
      <MomentBox label={t('past.moment')} value={local.slice(0, 16)} max={today} onChange={(chosen) => chosen && go(instantOf(`${chosen}:00`, zone))} />
      <div className="seg" role="radiogroup" aria-label={t('past.rate')}>
        {rates.map((one) => (
          <button key={one} type="button" role="radio" aria-checked={one === rate} className={one === rate ? 'on' : undefined} onClick={() => onRate(one)}>{`${one}×`}</button>
        ))}
      </div>
      <Button size="small" aria-pressed={hasTrails} onClick={() => onTrails(!hasTrails)}>
        <Icon name="tracking" small />
        {tPast('trails')}
      </Button>
      <DayChart day={usePastDay(day, zone, vehicleIds)} {...{ at, zone }} onSeek={go} />
    </div>
  );
}
