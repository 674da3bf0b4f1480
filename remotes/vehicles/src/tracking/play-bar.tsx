import { Button, Icon, IconButton, useFormat, useText } from '@outrider/sdk';
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
      <IconButton label={t('play.before')} onClick={() => onStep(-1)}>
        <Icon name="skip-back" />
      </IconButton>
      <button type="button" className="trk-play" aria-label={t(isPlaying ? 'play.pause' : 'play.play')} title={t(isPlaying ? 'play.pause' : 'play.play')} onClick={clock.toggle}>
        <Icon name={isPlaying ? 'pause' : 'play'} />
      </button>
      <IconButton label={t('play.next')} onClick={() => onStep(1)}>
        <Icon name="skip-forward" />
      </IconButton>
      <b className="trk-clock num">{format.timeWithSeconds(at, zone)}</b>
      <span className="s12 t2 trk-day">{format.date(at, zone)}</span>
      <div className="seg" role="radiogroup" aria-label={t('play.rate')}>
        {rates.map((one) => (
          <button key={one} type="button" role="radio" aria-checked={one === rate} className={one === rate ? 'on' : ''} onClick={() => clock.setRate(one)}>
            {t('play.times', { rate: one })}
          </button>
        ))}
      </div>
      <Button variant={isFollowing ? 'soft' : 'secondary'} aria-pressed={isFollowing} onClick={() => onFollow(!isFollowing)}>
        <Icon name="target" small />
        {t('play.follow')}
      </Button>
      <span className="grow" />
      <span className="trk-keys s12 t3">{t('play.keys')}</span>
    </div>
  );
}
