import { ApiError, Button, Denied, Icon, Segment, useText } from '@outrider/sdk';
import { FileError } from '@outrider/sdk/device-files';
import { SyncedPlayer, type PlaybackClock } from '@outrider/sdk/player';
import { useState, type ReactNode } from 'react';

import { forceOf } from '../alert/force';
import { labelOf } from '../alert/looks';
import type { Alert } from '../api/alert';
import type { EvidenceFile } from '../api/evidence';
import { Information } from '../information/information';
import { filesOf } from './queries';
import { MediaCard, PendingFiles } from './media-card';
import { Snapshots } from './snapshots';
import { TrackingCard } from './tracking-card';
import type { Evidence } from './use-evidence';

interface MediaPaneProps {
  alert: Alert;
  clock: PlaybackClock;
  evidence: Evidence;
  cameraOf: (channel: number) => string;
}

/** Video or snapshots, the route and the charts of an alert on one clock. */
export function MediaPane({ alert, clock, evidence, cameraOf }: MediaPaneProps) {
  const t = useText('alerts');
  const [isPictures, setPictures] = useState(false);
  const [isPartial, setPartial] = useState(false);
  const { video, channels, pictures, tracking, imu } = evidence;
  const hasBoth = pictures.length > 0 && video !== 'none';
  const showsPictures = isPictures || (video === 'none' && pictures.length > 0);
  const showsVideo = video === 'showing' || (video === 'pending' && isPartial);
  const stage = showsPictures ? (
    <Snapshots files={pictures} cameraOf={cameraOf} />
  ) : showsVideo ? undefined : (
    <NoVideo {...{ alert, evidence, cameraOf }} onPartial={() => setPartial(true)} />
  );
  const kinds = hasBoth ? (
    <div className="seg media-kind" role="group" aria-label={t('media.kind')}>
      <Segment isOn={!showsPictures} onClick={() => setPictures(false)}>{t('media.videos')}</Segment>
      <Segment isOn={showsPictures} onClick={() => setPictures(true)}>{t('media.snapshots')}</Segment>
    </div>
  ) : undefined;
  return (
    <SyncedPlayer
        label={t('media.player')}
        clock={clock}
        channels={channels}
        tracking={tracking.data}
        imu={imu.data}
        event={{ at: Date.parse(alert.event_time_utc), label: labelOf(t, alert) }}
        zone={alert.zone || undefined}
        thresholds={forceOf(alert)?.thresholds}
        stage={stage}
        aside={
          <div className="card detail-side">
            <TrackingCard alert={alert} tracking={tracking} />
            <Information alert={alert} files={evidence.files} />
          </div>
        }
        tools={kinds}
        charts={tracking.state === 'showing' || imu.state === 'showing' ? undefined : <NoCharts evidence={evidence} />}
      />
  );
}

/** Why no video is shown: on its way, being loaded, not to be had, not there. */
function NoVideo({ alert, evidence, cameraOf, onPartial }: Omit<MediaPaneProps, 'clock'> & { onPartial: () => void }) {
  const t = useText('alerts');
  const { video, error } = evidence;
  if (error instanceof ApiError && error.kind === 'denied') {
    return <div className="media-card"><Denied /></div>;
  }
  if (error) {
    return <MediaCard icon="warning" title={t('media.notLoaded')} role="alert" action={<Retry onClick={evidence.refresh} />} />;
  }
  const videos = filesOf(evidence.files ?? [], 'video');
  if (video === 'pending') {
    const nameOf = ({ channel }: EvidenceFile) => cameraOf(channel);
    const hasSome = videos.some(({ state }) => state === 'ready');
    return (
      <MediaCard icon="video" title={t('media.videosPending')} action={hasSome ? <Button onClick={onPartial}><Icon name="play" small />{t('media.showReady')}</Button> : undefined}>
        {t('media.videosPendingText', { vehicle: alert.vehicle_name })}
        <PendingFiles files={videos} nameOf={nameOf} />
      </MediaCard>
    );
  }
  if (video === 'loading') {
    return <MediaCard icon="video" title={t('media.loading')} isBusy />;
  }
  const reasons = [...new Set(videos.map(({ reason }) => reason).filter(Boolean))].join(' ');
  return (
    <MediaCard icon="video" title={t('media.noVideoFile')}>
      {reasons}
    </MediaCard>
  );
}

function Retry({ onClick }: { onClick: () => void }) {
  const t = useText('alerts');
  return (
    <Button onClick={onClick}>
      <Icon name="refresh" small />
      {t('media.retry')}
    </Button>
  );
}

/** What stands in the place of the charts; nothing while at least one can be drawn. */
function NoCharts({ evidence: { tracking, imu } }: Pick<MediaPaneProps, 'evidence'>): ReactNode {
  const t = useText('alerts');
  const fault = [tracking.error, imu.error].find((error) => error instanceof FileError);
  const states = [tracking.state, imu.state];
  const isOne = (state: string) => states.some((one) => one === state);
  const key = isOne('pending') ? 'media.graphPending' : isOne('loading') ? 'media.graphLoading' : 'media.noGraph';
  return (
    <div className={`media-line${isOne('loading') ? ' busy' : ''}`} role="status">
      <Icon name="reports" small />
      {t(key)}
      {fault ? <span className="t2 s12" role="alert">{fault.message}</span> : null}
    </div>
  );
}
