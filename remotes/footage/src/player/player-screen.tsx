import { Denied, Segment, usePermission, useText } from '@outrider/sdk';
import { BrowserRouter, useSearchParams } from '@outrider/sdk/router';

import { VodScreen } from '../vod/vod-screen';
import { DiskPlayer } from './disk-player';
import { FilesetPlayer } from './fileset-player';

import './player.css';

/** Playback: with `?fileset=` the files of a fileset, otherwise recordings of a vehicle from its device, or files from the user's disk. */
export function PlayerScreen() {
  return (
    <BrowserRouter>
      <Player />
    </BrowserRouter>
  );
}

function Player() {
  const t = useText('footage');
  const [search, setSearch] = useSearchParams();
  const mayList = usePermission('listFilesets');
  const mayWatch = usePermission('WatchVOD');
  const fileset = search.get('fileset');
  if (fileset !== null) {
    return <div className="pl">{mayList ? <FilesetPlayer key={fileset} id={fileset} /> : <Denied />}</div>;
  }
  const isDisk = search.get('from') === 'disk' || !mayWatch;
  return (
    <div className="pl">
      <div className="pl-bar">
        <div className="seg" role="group" aria-label={t('player.from')}>
          <Segment isOn={!isDisk} disabled={!mayWatch} title={mayWatch ? undefined : t('player.mayNotWatch')} onClick={() => setSearch({})}>{t('player.device')}</Segment>
          <Segment isOn={isDisk} onClick={() => setSearch({ from: 'disk' })}>{t('player.disk')}</Segment>
        </div>
      </div>
      {isDisk ? <DiskPlayer /> : <VodScreen />}
    </div>
  );
}
