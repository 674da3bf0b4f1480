import { ApiError, Button, Icon, IconButton, toast, useText, type ActionVehicle } from '@outrider/sdk';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';

import type { Channel } from '../api/channels';
import { ChannelTile } from '../live/channel-tile';
import { useIdle } from '../live/use-idle';
import { clockText, daySeconds, joinedOf } from '../clip/rules';
import type { Day } from '../request/use-day';
import { DayTimeline } from '../timeline/day-timeline';
import { DayPlayback, realPlayback } from './playback';
import type { Place } from './use-place';

interface DayPlayerProps {
  vehicle: ActionVehicle;
  deviceId: string;
  date: string;
  /** Of the vehicle's clock. */
  zone: string;
  /** The second of the day to begin at; undefined: some minutes before the end of what is recorded last. */
  start: number | undefined;
  day: Day;
  cameras: readonly Channel[];
  chosen: readonly number[];
  onPlace: (change: Partial<Place>) => void;
}

/** How long a recording that is begun without a wish may be, in seconds. */
const fromEnd = 600;

/** The timeline of a day, and the channels that are played from it. */
export function DayPlayer({ vehicle, deviceId, date, zone, start, day, cameras, chosen, onPlace }: DayPlayerProps) {
  const t = useText('footage');
  const of = useMemo(() => ({ vehicleId: vehicle.id, date, zone }), [vehicle.id, date, zone]);
  const [first] = useState(() => start ?? usualStart(day));
  const playback = useMemo(
    () => new DayPlayback(deviceId, date, first, cameras.map(({ id }) => id), { ...realPlayback, onUnreachable: (error) => toast(error instanceof ApiError && error.kind === 'conflict' ? error.message : t('live.notReached'), 'error') }),
    [deviceId, date, first, cameras, t],
  );
  const { start: begun, isPlaying } = useSyncExternalStore(playback.subscribe, playback.shown);
  const position = usePosition(playback, isPlaying, begun);
  useIdle(isPlaying, () => playback.stop());
  useEffect(() => {
    const hidden = () => {
      if (document.visibilityState === 'hidden' && !document.pictureInPictureElement) playback.stop();
    };
    const left = () => playback.stop();
    document.addEventListener('visibilitychange', hidden);
    window.addEventListener('pagehide', left);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      window.removeEventListener('pagehide', left);
      playback.stop();
    };
  }, [playback]);
  useEffect(() => {
    if (!isPlaying) onPlace({ start: begun });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the address follows where the playback stands
  }, [begun, isPlaying]);
  const toggle = (id: number) => {
    const channels = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id].sort((a, b) => a - b);
    onPlace({ channels });
    playback.choose(channels);
  };
  return (
    <div className="vod-day">
      <div className="vod-bar" role="toolbar" aria-label={t('vod.controls')}>
        {isPlaying ? (
          <Button variant="primary" onClick={() => playback.stop()}><Icon name="pause" small />{t('vod.stop')}</Button>
        ) : (
          <Button variant="primary" disabled={chosen.length === 0} onClick={() => playback.play(chosen)}><Icon name="play" small />{t('vod.play')}</Button>
        )}
        <IconButton variant="outlined" label={t('vod.back')} onClick={() => playback.seek(Math.max(0, Math.round(position) - 10))}><Icon name="skip-back" small /></IconButton>
        <IconButton variant="outlined" label={t('vod.on')} onClick={() => playback.seek(Math.min(daySeconds - 1, Math.round(position) + 10))}><Icon name="skip-forward" small /></IconButton>
        <b className="num vod-clock" role="timer" aria-label={t('timeline.playhead')}>{clockText(Math.round(position))}</b>
        {chosen.length === 0 ? <span className="req-problem" role="alert">{t('request.oneChannel')}</span> : null}
      </div>
      <DayTimeline channels={cameras} chosen={chosen} onToggle={toggle} intervals={day.intervals} events={day.events} now={day.now} of={of} playhead={{ second: position, onSeek: (second) => playback.seek(second) }} />
      <div className="live-grid vod-grid">
        {playback.channels.map((channel, i) => {
          const camera = cameras[i];
          return camera && chosen.includes(channel.id) ? <ChannelTile key={channel.id} {...{ channel, camera }} vehicle={vehicle.name} profile="sub" isFocused={false} isLive={false} /> : null;
        })}
      </div>
    </div>
  );
}

/** Where a playback stands that nobody gave a time: some minutes before the end of what is recorded last. */
function usualStart({ intervals, now }: Day): number {
  const last = joinedOf(intervals.filter(({ hasEnd }) => hasEnd)).at(-1);
  return last ? Math.max(last.start, Math.min(last.end, now ?? last.end) - fromEnd) : 0;
}

/** The second of the day that is on screen, four times a second while it plays; stops a recording that has come to its end. */
function usePosition(playback: DayPlayback, isPlaying: boolean, start: number): number {
  const [position, setPosition] = useState(start);
  useEffect(() => {
    setPosition(playback.position());
    if (!isPlaying) {
      return undefined;
    }
    const timer = setInterval(() => {
      setPosition(playback.position());
      if (playback.isOver()) playback.stop();
    }, 250);
    return () => clearInterval(timer);
  }, [playback, isPlaying, start]);
  return position;
}
