import { useEffect, useRef, useState, type ReactNode } from 'react';

import { buttonClass } from '../buttons';
import { useText, type TextKey } from '../i18n';
import { Icon, type IconName } from '../icons';
import { hasVideo, type PlayerChannel } from './channel';
import { useClock } from './clock-context';
import { whyUnplayable, type Unplayable } from './unplayable';
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
  const [isBlind, setBlind] = useState(false);
  const isThere = hasVideo(channel);
  const { url, startMs, durationMs, saveAs } = channel;

  useEffect(() => {
    const element = video.current;
    if (!element) {
      return undefined;
    }
    setState('loading');
    setBlind(false);
    const sync = new VideoSync(element, { startMs, durationMs }, clock, setState);
    return () => sync.stop();
  }, [clock, url, startMs, durationMs, isThere]);

  const shown = isThere && !isBlind ? state : 'failed';
  const reason = useReason(url, isThere && shown === 'failed');
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
          onLoadedMetadata={({ currentTarget: { duration, videoWidth } }) => {
            setBlind(videoWidth === 0); // there is sound that can be played, and pictures that cannot
            if (Number.isFinite(duration)) onLength?.(duration * 1000);
          }}
        />
      ) : null}
      {reason ? <CannotPlay {...{ reason, url, saveAs }} /> : <TileState state={shown} />}
      <figcaption className="play-label">{channel.label}</figcaption>
      {corner && shown === 'ready' ? <span className="play-corner num">{corner}</span> : null}
      {onFocus ? (
        <button type="button" className="play-focus" aria-label={t('player.focusOn', { label: channel.label })} aria-pressed={isFocused} onClick={onFocus} />
      ) : null}
    </figure>
  );
}

/** Why nothing is seen of a video that is there; undefined until that is known, and where there is none. */
function useReason(url: string, isFailed: boolean): Unplayable | undefined {
  const [reason, setReason] = useState<Unplayable>();
  useEffect(() => {
    setReason(undefined);
    if (!isFailed) {
      return undefined;
    }
    const stop = new AbortController();
    whyUnplayable(url, stop.signal).then(setReason, () => undefined); // then it is not known
    return () => stop.abort();
  }, [url, isFailed]);
  return reason;
}

/** Says that the browser cannot play a video, and offers to save it. */
function CannotPlay({ reason, url, saveAs }: { reason: Unplayable; url: string; saveAs: string | undefined }) {
  const t = useText();
  return (
    <div className="play-state" role="status">
      <Icon name="video" />
      <span>{t(reason === 'h265' ? 'player.cannotPlayH265' : 'player.cannotPlay')}</span>
      {saveAs ? (
        <a className={buttonClass({ size: 'small', className: 'play-save' })} href={url} download={saveAs}>
          <Icon name="download" small />
          {t('player.save')}
        </a>
      ) : null}
    </div>
  );
}

const pictures: Record<Exclude<VideoState, 'ready'>, { icon: IconName; key: TextKey }> = {
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
