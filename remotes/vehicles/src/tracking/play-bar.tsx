import { Icon, useFormat, useText } from '@outrider/sdk';
import type { PlaybackClock } from '@outrider/sdk/player';
import { useSyncExternalStore } from 'react';

import { useClockSecond } from './use-clock-second';

/** Seconds of the past a second. */
export const rates = [1, 5, 10, 30, 60] as const;

interface PlayBarProps {
  clock: PlaybackClock;
  zone: string;
  isFollowing: boolean;
  onFollow: (on: boolean) => void;
  onStep: (by: 1 | -1) => void;
}

/** Plays the past: pace, follow, and the time that is shown. */
export function PlayBar({ clock, zone, isFollowing, onFollow, onStep }: PlayBarProps) {
  const t = useText('tracking');
  const format = useFormat();
  const { isPlaying, rate } = useSyncExternalStore(clock.onState, clock.state);
  const at = useClockSecond(clock);
  return (
    <div className="trk-bar" role="toolbar" aria-label={t('play.title')}>
      <button type="button" className="ib" aria-label={t('play.before')} title={t('play.before')} onClick={() => onStep(-1)}>
        <Icon name="skip-back" />
      </button>
      <button type="button" className="trk-play" aria-label={t(isPlaying ? 'play.pause' : 'play.play')} title={t(isPlaying ? 'play.pause' : 'play.play')} onClick={clock.toggle}>
        <Icon name={isPlaying ? 'pause' : 'play'} />
      </button>
      <button type="button" className="ib" aria-label={t('play.next')} title={t('play.next')} onClick={() => onStep(1)}>
        <Icon name="skip-forward" />
      </button>
      <b className="trk-clock num">{format.timeWithSeconds(at, zone)}</b>
      <span className="s12 t2 trk-day">{format.date(at, zone)}</span>
      <div className="seg" role="radiogroup" aria-label={t('play.rate')}>
        {rates.map((one) => (
          <button key={one} type="button" role="radio" aria-checked={one === rate} className={one === rate ? 'on' : ''} onClick={() => clock.setRate(one)}>
            {t('play.times', { rate: one })}
          </button>
        ))}
      </div>
      <button type="button" className={isFollowing ? 'btn soft' : 'btn'} aria-pressed={isFollowing} onClick={() => onFollow(!isFollowing)}>
        <Icon name="target" small />
        {t('play.follow')}
      </button>
      <span className="grow" />
      <span className="trk-keys s12 t3">{t('play.keys')}</span>
    </div>
  );
}
