import type { Alert } from '../api/alert';
import type { EvidenceFile } from '../api/evidence';
import { isUploading, type UploadSettings } from './device';

/** What the evidence area shows. */
export type Pane =
  | 'geofence'
  | 'speeding'
  | 'evidenceOnly'
  | 'autoUploadEnabled'
  | 'noFiles'
  | 'drivingAlertsDisabled'
  | 'ioAlertsDisabled'
  | 'pinNotEnabled'
  | 'autoUploadDisabled'
  | 'none';

/**
 * Which pane an alert gets: the first that fits. `files` are those of its fileset, undefined while they are not known; `settings` what its
 * device uploads by itself, undefined where that cannot be read. Files that are there are shown, whatever the settings say by now.
 */
export function paneOf(alert: Alert, files?: readonly EvidenceFile[], settings?: UploadSettings): Pane {
  const { kind, alert_type, prediction_label, fileset_request_id, evidence_request } = alert;
  if (kind === 'geofence') return 'geofence';
  if (kind === 'speeding') return 'speeding';
  if (alert_type === 'DisabledAlert') return prediction_label === 'ioalert' ? 'ioAlertsDisabled' : 'drivingAlertsDisabled';
  if (fileset_request_id && (!files || files.length > 0)) {
    const isPicturesOnly = files?.some((file) => file.kind === 'pictures') && !files.some((file) => file.kind === 'video');
    return isPicturesOnly ? 'evidenceOnly' : 'autoUploadEnabled';
  }
  const isOn = settings ? isUploading(settings, alert) : undefined;
  if (alert_type === 'ioalert' && isOn === false) return 'pinNotEnabled';
  if (evidence_request || fileset_request_id || isOn) return 'noFiles';
  return isOn === false ? 'autoUploadDisabled' : 'none';
}
