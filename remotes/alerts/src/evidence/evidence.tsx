import { Button, contributionsForAlert, ExtensionSlot, Loading, openPath, useShellInfo, useText, type IconName } from '@outrider/sdk';
import type { PlaybackClock } from '@outrider/sdk/player';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import type { Alert } from '../api/alert';
import { RetrieveButton, type Retrieve } from '../actions/header-actions';
import { Information } from '../information/information';
import { useCameras } from './cameras';
import { MediaCard } from './media-card';
import { MediaPane } from './media-pane';
import { paneOf, type Pane } from './pane';
import { evidenceKey, filesQuery, wholeQuery } from './queries';
import { RaisedCard } from './raised-card';
import { SpeedingPane } from './speeding-pane';
import { TrackingCard } from './tracking-card';
import { useEvidence } from './use-evidence';

import './evidence.css';

interface EvidenceProps {
  alert: Alert;
  clock: PlaybackClock;
  /** Opens the panel that asks the device for video; absent where that cannot be done. */
  retrieve?: Retrieve | undefined;
}

/** Everything that shows what happened: which pane it is depends on the alert, its files and what its device uploads. */
export function Evidence({ alert, clock, retrieve }: EvidenceProps) {
  const files = useQuery(filesQuery(alert));
  useFreshFiles(alert);
  const settings = useUploadSettings(alert, files.data?.files.length === 0);
  const pane = paneOf({ ...alert, upload_settings: settings }, files.data?.files);
  return (
    <>
      <ShownPane {...{ alert, clock, pane, retrieve }} />
      <ExtensionSlot name="alert-evidence" parts={contributionsForAlert('alert-evidence', alert.alert_type)} props={{ alert }} />
    </>
  );
}

/** Reads the files again when the alert says that its evidence came further. */
function useFreshFiles({ alert_id, evidence_request, evidence_progress }: Alert): void {
  const client = useQueryClient();
  const seen = useRef(`${alert_id} ${evidence_request} ${evidence_progress}`);
  useEffect(() => {
    const now = `${alert_id} ${evidence_request} ${evidence_progress}`;
    if (seen.current !== now) {
      seen.current = now;
      void client.invalidateQueries({ queryKey: [...evidenceKey, 'files', alert_id] });
    }
  }, [client, alert_id, evidence_request, evidence_progress]);
}

/** What is chosen about uploads for alerts like this one; only the answer of one alert says it, and only an alert without files needs it. */
function useUploadSettings(alert: Alert, isEmpty: boolean): Alert['upload_settings'] {
  const isAsked = alert.kind === 'driving' && (alert.fileset_request_id === '' || isEmpty);
  const { data } = useQuery({ ...wholeQuery(alert), enabled: isAsked && !alert.upload_settings });
  return alert.upload_settings ?? data?.upload_settings;
}

function ShownPane({ pane, ...props }: EvidenceProps & { pane: Pane }) {
  switch (pane) {
    case 'raised':
      return <RaisedCard alert={props.alert} />;
    case 'speeding':
      return <SpeedingPane {...props} />;
    case 'evidenceOnly':
    case 'autoUploadEnabled':
      return <Media {...props} />;
    default:
      return <Without {...props} pane={pane} />;
  }
}

function Media({ alert, clock }: EvidenceProps) {
  const cameraOf = useCameras(alert);
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

type EmptyPane = Exclude<Pane, 'raised' | 'speeding' | 'evidenceOnly' | 'autoUploadEnabled'>;

const icons: Record<EmptyPane, IconName> = {
  noFiles: 'video', drivingAlertsDisabled: 'warning', ioAlertsDisabled: 'warning', pinNotEnabled: 'pin', autoUploadDisabled: 'camera', none: 'video',
};

/** An alert without files: why, where it happened, and what can be done about it. */
function Without({ alert, pane, retrieve }: EvidenceProps & { pane: EmptyPane }) {
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
            {retrieve ? <RetrieveButton retrieve={retrieve} isMain /> : null}
            {isConfigurable ? (
              <Button onClick={() => openPath(`/vehicles?q=${encodeURIComponent(alert.vehicle_name)}`)}>
                {t('evidence.toSettings')}
              </Button>
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
