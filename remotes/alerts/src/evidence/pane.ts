import type { Alert } from '../api/alert';
import type { EvidenceFile } from '../api/evidence';

/** What the evidence area shows. */
export type Pane =
  | 'raised'
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
 * Which pane an alert gets: the first that fits. `files` are those of its fileset, undefined while they are not known. Files that are there are
 * shown, whatever is chosen by now about uploads; `upload_settings` are known of an alert that was read by its id.
 */
export function paneOf(alert: Alert, files?: readonly EvidenceFile[]): Pane {
  const { kind, alert_type, fileset_request_id, evidence_request, upload_settings: settings } = alert;
  if (alert.plugin && !fileset_request_id && !evidence_request) return 'raised';
  if (kind === 'speeding') return 'speeding';
  if (alert_type === 'DisabledAlert') return isOfInput(alert) ? 'ioAlertsDisabled' : 'drivingAlertsDisabled';
  if (fileset_request_id && (!files || files.length > 0)) {
    const isPicturesOnly = files?.some((file) => file.kind === 'pictures') && !files.some((file) => file.kind === 'video');
    return isPicturesOnly ? 'evidenceOnly' : 'autoUploadEnabled';
  }
  if (settings?.pin_enabled === false) return 'pinNotEnabled';
  if (evidence_request || fileset_request_id || settings?.enabled) return 'noFiles';
  return settings ? 'autoUploadDisabled' : 'none';
}

/** Reports whether it was an input's upload that was switched off. */
function isOfInput({ disabled_alert_type, prediction_label, alert_subtype }: Alert): boolean {
  return [disabled_alert_type, prediction_label, alert_subtype].includes('ioalert');
}
