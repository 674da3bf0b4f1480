import { contributionsTo, ExtensionSlot, Icon, Loading, openPath, useShellInfo, useText, type IconName } from '@outrider/sdk';
import type { PlaybackClock } from '@outrider/sdk/player';
import { useQuery } from '@tanstack/react-query';

import type { Alert } from '../api/alert';
import { Information } from '../detail/information';
import { useAlertDevice, type AlertDevice } from './device';
import { GeofenceCard } from './geofence-card';
import { MediaCard } from './media-card';
import { MediaPane } from './media-pane';
import { paneOf, type Pane } from './pane';
import { filesQuery } from './queries';
import { SpeedingPane } from './speeding-pane';
import { TrackingCard } from './tracking-card';
import { useEvidence } from './use-evidence';

import './evidence.css';

interface EvidenceProps {
  alert: Alert;
  clock: PlaybackClock;
  /** Opens the panel that asks the device for video; absent where that cannot be done. */
  onRetrieve?: (() => void) | undefined;
}

/** Everything that shows what happened: which pane it is depends on the alert, its files and what its device uploads. */
export function Evidence({ alert, clock, onRetrieve }: EvidenceProps) {
  const device = useAlertDevice(alert);
  const files = useQuery(filesQuery(alert));
  const pane = paneOf(alert, files.data?.files, device.settings);
  return (
    <>
      <ShownPane {...{ alert, clock, pane, device, onRetrieve }} />
      {contributionsTo('alert-evidence').length > 0 ? <ExtensionSlot name="alert-evidence" props={{ alert }} /> : null}
    </>
  );
}

function ShownPane({ pane, device, ...props }: EvidenceProps & { pane: Pane; device: AlertDevice }) {
  switch (pane) {
    case 'geofence':
      return <GeofenceCard alert={props.alert} />;
    case 'speeding':
      return <SpeedingPane {...props} />;
    case 'evidenceOnly':
    case 'autoUploadEnabled':
      return <Media {...props} cameraOf={device.cameraOf} />;
    default:
      return <Without {...props} pane={pane} />;
  }
}

function Media({ alert, clock, cameraOf }: EvidenceProps & Pick<AlertDevice, 'cameraOf'>) {
  const evidence = useEvidence(alert, cameraOf);
  return evidence.files === undefined && !evidence.error ? <Waiting /> : <MediaPane {...{ alert, clock, evidence, cameraOf }} />;
}

/** The shape of what comes. */
function Waiting() {
  const t = useText('alerts');
  return (
    <div className="media-waiting">
      <div className="media-waiting-grid" aria-hidden="true">
        {[1, 2, 3, 4].map((tile) => (
          <i key={tile} className="skel" />
        ))}
      </div>
      <Loading rows={3} label={t('media.loading')} />
    </div>
  );
}

type EmptyPane = Exclude<Pane, 'geofence' | 'speeding' | 'evidenceOnly' | 'autoUploadEnabled'>;

const icons: Record<EmptyPane, IconName> = {
  noFiles: 'video', drivingAlertsDisabled: 'warning', ioAlertsDisabled: 'warning', pinNotEnabled: 'pin', autoUploadDisabled: 'camera', none: 'video',
};

/** An alert without files: why, where it happened, and what can be done about it. */
function Without({ alert, pane, onRetrieve }: EvidenceProps & { pane: EmptyPane }) {
  const t = useText('alerts');
  const info = useShellInfo();
  const isConfigurable = pane !== 'noFiles' && pane !== 'none' && info?.plugins.some(({ remote }) => remote?.routes.some(({ path }) => path === '/vehicles'));
  return (
    <div className="detail-pane">
      <MediaCard
        icon={icons[pane]}
        title={t(`evidence.${pane}`)}
        action={
          <span className="row">
            {onRetrieve ? (
              <button type="button" className="btn primary" onClick={onRetrieve}>
                <Icon name="video" small />
                {t('detail.retrieve')}
              </button>
            ) : null}
            {isConfigurable ? (
              <button type="button" className="btn" onClick={() => openPath(`/vehicles?q=${encodeURIComponent(alert.vehicle_name)}`)}>
                {t('evidence.toSettings')}
              </button>
            ) : null}
          </span>
        }
      >
        {t(`evidence.${pane}Why`)}
      </MediaCard>
      <div className="card detail-side">
        <TrackingCard alert={alert} />
        <Information alert={alert} />
      </div>
    </div>
  );
}
