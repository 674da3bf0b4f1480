import { snackbar, useFormat, useNow, useText } from '@outrider/sdk';
import { useCallback, useEffect, useRef } from 'react';

import type { Channel } from '../api/channels';
import type { Profile, Watermark } from '../api/streams';
import type { LiveChannel } from './channel';
import { isLive, type ChannelState } from './channel-state';
import { MuteTool, Tool } from './channel-tools';
import { saveSnapshot, snapshotName } from './snapshot';
import { TileState } from './tile-state';
import { useChannelView } from './use-channels';
import { useMeter } from './use-meter';

interface ChannelTileProps {
  channel: LiveChannel;
  camera: Channel;
  vehicle: string;
  profile: Profile;
  isFocused: boolean;
  /** False: a recording; how far it is behind says nothing. */
  isLive?: boolean;
  /** Asks for the recording, where the picture cannot be played. */
  onRequest?: (() => void) | undefined;
}

/** How a state is coloured; the word beside it says the same. */
const tones: Record<ChannelState, string> = {
  ready: 'st-offline',
  starting: 'st-idling',
  started: 'st-idling',
  streaming: 'st-moving',
  paused: 'st-offline',
  failed: 'st-stationary',
  unavailable: 'st-stationary',
  'no-refresh': 'st-stationary',
};

/** One camera: its picture, what it is doing, and its controls. */
export function ChannelTile({ channel, camera, vehicle, profile, isFocused, isLive: isNow = true, onRequest }: ChannelTileProps) {
  const t = useText('footage');
  const frame = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const view = useChannelView(channel);
  const { state, muted } = view;
  const label = `CH${channel.id}`;
  const controls = useRef<HTMLElement>(null);
  const play = () => {
    controls.current?.querySelector('button')?.focus({ preventScroll: true }); // what was pressed over the picture goes away
    void channel.play(profile);
  };
  useEffect(() => {
    channel.attach(video.current);
    return () => channel.attach(null);
  }, [channel]);
  const snapshot = useCallback(async () => {
    const saved = await saveSnapshot(video.current, snapshotName(vehicle, channel.id, new Date()));
    snackbar(t(saved ? 'live.snapshotSaved' : 'live.noSnapshot'));
  }, [channel, vehicle, t]);

  return (
    <article className={isFocused ? 'live-tile focused' : 'live-tile'} aria-label={camera.name ? `${label} ${camera.name}` : label} data-channel={channel.id} data-state={state}>
      <div ref={frame} className="live-frame">
        {/* A camera has nothing to be captioned. */}
        {/* eslint-disable-next-line jsx-a11y/media-has-caption */}
        <video
          ref={video}
          width={352}
          height={288}
          muted={muted}
          playsInline
          onPause={() => channel.browser('browser-paused')}
          onPlay={() => channel.browser('browser-played')}
        />
        <TileState view={view} label={label} onPlay={play} onRequest={onRequest} />
        {state === 'streaming' && isNow ? <Readings channel={channel} /> : null}
        {state === 'streaming' && view.watermark ? <WatermarkOver {...view.watermark} /> : null}
      </div>
      <footer ref={controls}>
        <b>{label}</b>
        <span className="t2 ell">{camera.name}</span>
        <span className={`status plain ${tones[state]}`}>
          <i className="dot" />
          {t(`live.state.${state}`)}
        </span>
        <span className="grow" />
        {isLive(state) && state !== 'paused' ? (
          <Tool icon="pause" label={t(state === 'streaming' ? 'live.pauseOf' : 'live.cancelOf', { channel: label })} onClick={() => channel.pause()} />
        ) : (
          <Tool icon="play" label={t('live.playOf', { channel: label })} onClick={play} />
        )}
        {state === 'streaming' ? (
          <>
            <MuteTool channel={channel} view={view} label={label} />
            <Tool icon="camera" label={t('live.snapshotOf', { channel: label })} onClick={() => void snapshot()} />
            {document.pictureInPictureEnabled ? (
              <Tool icon="picture-in-picture" label={t('live.pipOf', { channel: label })} onClick={() => void video.current?.requestPictureInPicture().catch(() => undefined)} />
            ) : null}
            <Tool icon="full-screen" label={t('live.fullOf', { channel: label })} onClick={() => void toggleFullScreen(frame.current)} />
          </>
        ) : null}
      </footer>
    </article>
  );
}

/** That it is live, how far behind, and how much of the network it takes; the recorder writes its clock into the picture. */
function Readings({ channel }: { channel: LiveChannel }) {
  const t = useText('footage');
  const format = useFormat();
  const { latency, shownAt, kilobits } = useMeter(channel);
  return (
    <div className="live-readings" aria-hidden="true">
      <span className="on-video live-on num" title={shownAt && format.timeWithSeconds(shownAt)}>
        <i className="dot" />
        {[t('live.live'), latency === undefined ? '' : t('live.behind', { seconds: format.number(latency, 1) })].filter(Boolean).join(' · ')}
      </span>
      <span className="on-video end num">{t('live.kilobits', { n: kilobits })}</span>
    </div>
  );
}

/** Who watches and when, over the whole picture, so that what is filmed from the screen says so. */
function WatermarkOver({ name, zone }: Watermark) {
  const format = useFormat();
  const now = useNow(1000);
  const text = `${name} · ${format.date(now, zone)}, ${format.timeWithSeconds(now, zone)}`;
  return (
    <div className="live-watermark num" aria-hidden="true">
      {[0, 1, 2].map((line) => <span key={line}>{text}</span>)}
    </div>
  );
}

async function toggleFullScreen(frame: HTMLElement | null): Promise<void> {
  await (document.fullscreenElement ? document.exitFullscreen() : frame?.requestFullscreen())?.catch(() => undefined);
}
