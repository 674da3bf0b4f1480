import { useEffect, useRef, useState, type ReactNode } from 'react';

import { useText } from '../i18n';
import { Icon, type IconName } from '../icons';
import { hasVideo, type PlayerChannel } from './channel';
import { useClock } from './clock-context';
import { VideoSync, type VideoState } from './video-sync';

interface ChannelTileProps {
  channel: PlayerChannel;
  isMuted: boolean;
  /** It is the large one of the focus view. */
  isFocused: boolean;
  /** Shown at the upper right, such as the speed. */
  corner?: ReactNode;
  /** Called with the true length once the file is known, in milliseconds. */
  onLength?: ((durationMs: number) => void) | undefined;
  onFocus?: (() => void) | undefined;
}

/** One channel: its picture at the clock's time, or why there is none. */
export function ChannelTile({ channel, isMuted, isFocused, corner, onLength, onFocus }: ChannelTileProps) {
  const t = useText();
  const clock = useClock();
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<VideoState>('loading');
  const isThere = hasVideo(channel);
  const { url, startMs, durationMs } = channel;

  useEffect(() => {
    const element = video.current;
    if (!element) {
      return undefined;
    }
    setState('loading');
    const sync = new VideoSync(element, { startMs, durationMs }, clock, setState);
    return () => sync.stop();
  }, [clock, url, startMs, durationMs, isThere]);

  const shown = isThere ? state : 'failed';
  return (
    <figure className={`play-tile is-${shown}${isFocused ? ' focused' : ''}`} data-channel={channel.channel} data-state={shown} aria-label={channel.label}>
      {isThere ? (
        // Cameras record no speech that captions could carry.
        // eslint-disable-next-line jsx-a11y/media-has-caption
        <video
          ref={video}
          src={url}
          muted={isMuted}
          playsInline
          preload="auto"
          disablePictureInPicture={false}
          data-start={startMs}
          onLoadedMetadata={({ currentTarget }) => Number.isFinite(currentTarget.duration) && onLength?.(currentTarget.duration * 1000)}
        />
      ) : null}
      <TileState state={shown} />
      <figcaption className="play-label">{channel.label}</figcaption>
      {corner && shown === 'ready' ? <span className="play-corner num">{corner}</span> : null}
      {onFocus ? (
        <button type="button" className="play-focus" aria-label={t('player.focusOn', { label: channel.label })} aria-pressed={isFocused} onClick={onFocus} />
      ) : null}
    </figure>
  );
}

const pictures: Record<Exclude<VideoState, 'ready'>, { icon: IconName; key: string }> = {
  loading: { icon: 'video', key: 'player.loading' },
  outside: { icon: 'clock', key: 'player.outside' },
  failed: { icon: 'video', key: 'player.noVideo' },
};

function TileState({ state }: { state: VideoState }) {
  const t = useText();
  if (state === 'ready') {
    return null;
  }
  const { icon, key } = pictures[state];
  return (
    <div className={`play-state${state === 'loading' ? ' busy' : ''}`} role="status">
      <Icon name={icon} />
      <span>{t(key)}</span>
    </div>
  );
}
