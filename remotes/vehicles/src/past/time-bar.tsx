import { Icon, instantOf, localDateTime, useText } from '@outrider/sdk';
import { useEffect } from 'react';

import { setMoment } from '../state/use-moment';

interface TimeBarProps {
  at: number;
  zone: string;
  rate: number;
  onRate: (rate: number) => void;
  isPlaying: boolean;
  onPlaying: (on: boolean) => void;
  isWaiting: boolean;
}

/** Seconds of the past a second. */
const rates = [10, 60, 300] as const;
const minuteMs = 60_000;
const dayMinutes = 24 * 60;

/** Chooses the moment: played, stepped, typed or drawn along the day. */
export function TimeBar({ at, zone, rate, onRate, isPlaying, onPlaying, isWaiting }: TimeBarProps) {
  const t = useText('vehicles');
  const local = localDateTime(at, zone);
  const [day = '', time = ''] = local.split('T');
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const go = (to: number) => {
    if (Number.isFinite(to)) setMoment(Math.min(to, Date.now() - 1));
  };
  const atMinute = (of: number) => go(instantOf(`${day}T${two(Math.floor(of / 60))}:${two(of % 60)}:00`, zone));
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
      <button type="button" className="ib" aria-label={t('past.back')} title={t('past.back')} onClick={() => go(at - minuteMs)}>
        <Icon name="skip-back" />
      </button>
      <button type="button" className="past-play" aria-label={play} title={play} onClick={() => onPlaying(!isPlaying)}>
        <Icon name={isPlaying ? 'pause' : 'play'} />
      </button>
      <button type="button" className="ib" aria-label={t('past.on')} title={t('past.on')} onClick={() => go(at + minuteMs)}>
        <Icon name="skip-forward" />
      </button>
      <label>
        <span className="unseen">{t('past.moment')}</span>
        <input type="datetime-local" className="field num" value={local.slice(0, 16)} onChange={(event) => event.target.value && go(instantOf(`${event.target.value}:00`, zone))} />
      </label>
      <label className="past-slide">
        <span className="unseen">{t('past.ofDay')}</span>
        <input type="range" min={0} max={dayMinutes - 1} value={hours * 60 + minutes} aria-valuetext={time.slice(0, 5)} onChange={(event) => atMinute(Number(event.target.value))} />
      </label>
      <div className="seg" role="radiogroup" aria-label={t('past.rate')}>
        {rates.map((one) => (
          <button key={one} type="button" role="radio" aria-checked={one === rate} className={one === rate ? 'on' : undefined} onClick={() => onRate(one)}>{`${one}×`}</button>
        ))}
      </div>
    </div>
  );
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
