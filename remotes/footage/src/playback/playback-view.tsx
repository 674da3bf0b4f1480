import { Empty, Icon, IconButton, useText } from '@outrider/sdk';
import { SyncedPlayer } from '@outrider/sdk/player';
import { lazy, Suspense, useState } from 'react';

import { isEmpty, type PlaybackSource, type Snapshot } from './source';

import './playback.css';

const RouteMap = lazy(() => import('./route-map').then((module) => ({ default: module.RouteMap })));

/** Whatever a fileset or the files of a disk hold, on one clock: videos, map, charts, stills. */
export function PlaybackView({ source, label }: { source: PlaybackSource; label: string }) {
  const t = useText('footage');
  const { channels, tracking, imu, snapshots, zone, problems } = source;
  const hasRoute = tracking?.some(({ gpsValid }) => gpsValid) === true;
  return (
    <div className="pb">
      {problems.length > 0 ? (
        <ul className="pb-problems" role="status">
          {problems.map(({ file, text }) => (
            <li key={file}>
              <Icon name="warning" small />
              <b className="ell">{file}</b>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {isEmpty(source) ? <Empty icon="video" title={t('files.nothingToShow')} /> : (
        <SyncedPlayer
          {...{ label, channels }}
          {...(tracking ? { tracking } : {})}
          {...(imu ? { imu } : {})}
          {...(zone ? { zone } : {})}
          {...(channels.length === 0 ? { stage: snapshots.length > 0 ? <Snapshots snapshots={snapshots} /> : <Empty icon="video" title={t('player.noVideo')} /> } : {})}
          {...(hasRoute && tracking ? { aside: <Suspense fallback={null}><RouteMap tracking={tracking} /></Suspense> } : channels.length > 0 && snapshots.length > 0 ? { aside: <Snapshots snapshots={snapshots} /> } : {})}
        />
      )}
    </div>
  );
}

/** Stills, one after the other; they cycle. */
function Snapshots({ snapshots }: { snapshots: readonly Snapshot[] }) {
  const t = useText('footage');
  const [at, setAt] = useState(0);
  const shown = snapshots[at % snapshots.length];
  const go = (step: number) => setAt((old) => (old + step + snapshots.length) % snapshots.length);
  return (
    <figure className="pb-stills">
      {shown ? <img src={shown.url} alt={t('player.snapshot', { n: at + 1, of: snapshots.length })} /> : null}
      <figcaption>
        <IconButton size="small" label={t('player.previous')} onClick={() => go(-1)}><Icon name="chevron-left" small /></IconButton>
        <span className="num s12">{t('player.snapshot', { n: at + 1, of: snapshots.length })}</span>
        <IconButton size="small" label={t('player.next')} onClick={() => go(1)}><Icon name="chevron-right" small /></IconButton>
      </figcaption>
    </figure>
  );
}
