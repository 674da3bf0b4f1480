import { Button, Icon, IconButton, saveUi, Segment, snackbar, useFormat, useText, useUiPreferences } from '@outrider/sdk';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';

import type { Channel } from '../api/channels';
import { ChannelTile } from './channel-tile';
import { MuteAllTool } from './channel-tools';
import type { LiveChannel } from './channel';
import { isLive } from './channel-state';
import { replay, spareFor } from './saver';
import { saveSnapshot, snapshotName } from './snapshot';
import { useChannels, useSummary } from './use-channels';
import { useIdle } from './use-idle';
import { useWatched } from './use-meter';

interface LiveGridProps {
  vehicle: string;
  deviceId: string;
  cameras: readonly Channel[];
  /** Asks for recordings; undefined for who may not. */
  onRequest?: (() => void) | undefined;
}

/** With more channels than these, they are small and in rows of four. */
const fewChannels = 4;

/** All channels of a device, with what is done to all of them. */
export function LiveGrid({ vehicle, deviceId, cameras, onRequest }: LiveGridProps) {
  const t = useText('footage');
  const format = useFormat();
  const ids = useMemo(() => cameras.map(({ id }) => id), [cameras]);
  const channels = useChannels(deviceId, ids);
  const { anyLive, allMuted, allSilent } = useSummary(channels);
  const [focused, setFocused] = useState<number>();
  const [page, setPage] = useState<number>();
  const pages = channels.length > fewChannels ? Array.from({ length: Math.ceil(channels.length / fewChannels) }, (_, i) => channels.slice(i * fewChannels, (i + 1) * fewChannels)) : [];
  const shown = (page === undefined ? undefined : pages[page]) ?? channels;
  const [saver, setSaver] = useSaver();
  const profile = saver && focused === undefined ? 'sub' : 'main';
  const all = (act: (channel: LiveChannel) => void) => channels.forEach(act);
  const begin = useRef(() => {});
  begin.current = () => all((channel) => void channel.play(profile));
  useEffect(() => begin.current(), [channels]); // it is opened to be seen
  const left = useIdle(anyLive, () => all((channel) => channel.reset()));
  const watched = useWatched(channels, anyLive);
  const changeSaver = (on: boolean) => {
    setSaver(on);
    replay(channels, focused === undefined || !on ? channels.map(({ id }) => id) : [focused], on && focused === undefined ? 'sub' : 'main');
  };
  const focus = (id: number | undefined) => {
    setFocused(id);
    if (id !== undefined && !shown.some((channel) => channel.id === id)) setPage(undefined);
    if (saver) spareFor(id === undefined ? shown : channels, id);
  };
  const turnTo = (next: number | undefined) => {
    setFocused(undefined);
    setPage(next);
    replay(channels, (next === undefined ? channels : (pages[next] ?? [])).map(({ id }) => id), saver ? 'sub' : 'main');
  };
  const snapshots = async () => {
    const saved = await Promise.all(channels.map((channel) => saveSnapshot(channel.shown().state === 'streaming' ? channel.video() : null, snapshotName(vehicle, channel.id, new Date()))));
    snackbar(t(saved.some(Boolean) ? 'live.snapshotSaved' : 'live.noSnapshot'));
  };
  const keys = (event: KeyboardEvent) => {
    const chosen = channels[Number(event.key) - 1];
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    if (chosen) {
      focus(focused === chosen.id ? undefined : chosen.id);
    } else if (event.key === ' ' && !(event.target as Element).closest('button, input, a')) {
      event.preventDefault();
      const own = channels.filter(({ id }) => focused === undefined || id === focused);
      const stops = own.some((channel) => isLive(channel.shown().state));
      own.forEach((channel) => (stops ? channel.pause() : void channel.play(profile)));
    } else if (event.key.toLowerCase() === 's') {
      void snapshots();
    } else if (event.key.toLowerCase() === 'p' && document.pictureInPictureEnabled) {
      const own = channels.find(({ id }) => id === focused) ?? channels.find((channel) => channel.shown().state === 'streaming');
      void own?.video()?.requestPictureInPicture().catch(() => undefined);
    }
  };

  return (
    // 1 to 8 bring a channel forward; the same is in the buttons of the bar.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="live-body" onKeyDown={keys} tabIndex={-1}>
      <div className="live-bar" role="toolbar" aria-label={t('live.all')}>
        <div className="seg" role="group" aria-label={t('live.view')}>
          {pages.map((part, i) => (
            <Segment key={part[0]?.id} isOn={focused === undefined && page === i} onClick={() => turnTo(i)}>{`CH${part[0]?.id}–${part.at(-1)?.id}`}</Segment>
          ))}
          <Segment isOn={focused === undefined && page === undefined} onClick={() => (page === undefined ? focus(undefined) : turnTo(undefined))}>
            {pages.length > 0 ? t('live.allOf', { n: channels.length }) : t('live.grid')}
          </Segment>
          <Segment isOn={focused !== undefined} onClick={() => focus(focused ?? shown[0]?.id)}>{t('live.focus')}</Segment>
        </div>
        <Button size="small" onClick={() => all((channel) => void channel.play(profile))}>
          <Icon name="play" small />
          {t('live.playAll')}
        </Button>
        <Button size="small" disabled={!anyLive} onClick={() => all((channel) => channel.pause())}>
          <Icon name="pause" small />
          {t('live.pauseAll')}
        </Button>
        <MuteAllTool channels={channels} isMuted={allMuted} isSilent={allSilent} />
        <IconButton variant="outlined" size="small" disabled={!anyLive} label={t('live.snapshotAll')} onClick={() => void snapshots()}>
          <Icon name="camera" small />
        </IconButton>
        <span className="grow" />
        <label className="live-saver s12 t2">
          {t('live.saver')}
          <input type="checkbox" role="switch" checked={saver} onChange={(event) => changeSaver(event.target.checked)} />
        </label>
        {anyLive ? <span className="cap num">{t('live.stopsIn', { time: clock(left) })}</span> : null}
      </div>
      <div className={`live-grid${focused === undefined ? '' : ' has-focus'}${shown.length > fewChannels ? ' of-many' : ''}`}>
        {shown.map((channel) => {
          const camera = cameras.find(({ id }) => id === channel.id);
          return camera ? <ChannelTile key={channel.id} {...{ channel, camera, vehicle, profile, onRequest }} isFocused={focused === channel.id} /> : null;
        })}
      </div>
      <footer className="live-foot cap num">
        <span>{t('live.watched', { time: clock(watched.seconds), megabytes: format.number(watched.bytes / 1e6, 1) })}</span>
        <span className="hints only-wide" aria-hidden="true">
          <span><kbd className="kbd">1</kbd>–<kbd className="kbd">{channels.length}</kbd> {t('live.focusHint')}</span>
          <span><kbd className="kbd">{t('live.space')}</kbd> {t('live.playHint')}</span>
          <span><kbd className="kbd">S</kbd> {t('live.snapshotHint')}</span>
          <span><kbd className="kbd">P</kbd> {t('live.pipHint')}</span>
        </span>
      </footer>
    </div>
  );
}

/** `mm:ss` of seconds. */
function clock(seconds: number): string {
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Whether small pictures are asked for; kept with the user, on at first. */
function useSaver(): [boolean, (on: boolean) => void] {
  const kept = (useUiPreferences()['live'] as { saver?: unknown } | undefined)?.saver;
  return [kept !== false, (on) => void saveUi({ live: { saver: on } })];
}
