import { contributionsTo, ExtensionSlot, Icon, useText, type IconName } from '@outrider/sdk';

import type { Alert } from '../api/alert';
import { SpeedingCard } from './speeding-card';

/** What the evidence area shows. */
export type Pane = 'geofence' | 'speeding' | 'drivingAlertsDisabled' | 'ioAlertsDisabled' | 'noFiles' | 'files' | 'autoUploadDisabled';

/** Which pane an alert gets: the first that fits. */
export function paneOf({ kind, alert_type, prediction_label, fileset_request_id, evidence_request }: Alert): Pane {
  if (kind === 'geofence') return 'geofence';
  if (kind === 'speeding') return 'speeding';
  if (alert_type === 'DisabledAlert') return prediction_label === 'ioalert' ? 'ioAlertsDisabled' : 'drivingAlertsDisabled';
  if (fileset_request_id) return 'files';
  return evidence_request ? 'noFiles' : 'autoUploadDisabled';
}

const icons: Record<Pane, IconName> = {
  geofence: 'geofencing', speeding: 'speeding', drivingAlertsDisabled: 'warning', ioAlertsDisabled: 'pin', noFiles: 'video', files: 'video', autoUploadDisabled: 'camera',
};

/** Video, snapshots and charts of an alert, brought by the plugin that keeps files; or why there are none. */
export function Evidence({ alert }: { alert: Alert }) {
  const t = useText('alerts');
  const pane = paneOf(alert);
  if (pane === 'speeding' && (alert.details?.samples?.length ?? 0) > 1) {
    return <SpeedingCard alert={alert} />;
  }
  if (contributionsTo('alert-evidence').length > 0) {
    return <ExtensionSlot name="alert-evidence" props={{ alert }} />;
  }
  return (
    <div className="card evidence-none" role="status">
      <span className="tile">
        <Icon name={icons[pane]} />
      </span>
      <p className="t1">{t(`evidence.${pane}`)}</p>
      <p className="t2 s12">{t(`evidence.${pane}Why`)}</p>
    </div>
  );
}
