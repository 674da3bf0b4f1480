import { expect, test } from 'vitest';

import { alertSchema } from '../api/alert';
import type { EvidenceFile, FileKind } from '../api/evidence';
import { anAlert } from '../testing/fake-alerts';
import { paneOf } from './pane';

const file = (kind: FileKind): EvidenceFile => ({ id: kind, kind, channel: 1, state: 'ready', progress: 100, reason: '', startMs: 0, durationMs: 1000, link: '/x' });
const settings = (enabled: boolean, pin_enabled = true) => ({ upload_settings: { enabled, pin_enabled } });
const withFiles = { fileset_request_id: 'alert-1' };

test.each([
  ['raised', { kind: 'geofence', plugin: 'fences' }, undefined],
  ['raised', { kind: 'driving', plugin: 'tanks' }, undefined],
  ['autoUploadEnabled', { plugin: 'tanks', ...withFiles }, undefined],
  ['speeding', { kind: 'speeding' }, undefined],
  ['drivingAlertsDisabled', { alert_type: 'DisabledAlert', disabled_alert_type: 'Driving' }, undefined],
  ['ioAlertsDisabled', { alert_type: 'DisabledAlert', disabled_alert_type: 'ioalert' }, undefined],
  ['autoUploadEnabled', withFiles, undefined],
  ['autoUploadEnabled', { ...withFiles, ...settings(false) }, [file('video'), file('pictures')]],
  ['evidenceOnly', withFiles, [file('pictures'), file('tracking')]],
  ['noFiles', { ...withFiles, ...settings(true) }, []],
  ['noFiles', { evidence_request: 'created' }, undefined],
  ['noFiles', settings(true), undefined],
  ['pinNotEnabled', { alert_type: 'ioalert', ...settings(true, false) }, undefined],
  ['autoUploadDisabled', settings(false), undefined],
  ['none', {}, undefined],
] as const)('%s: %o', (pane, change, files) => {
  expect(paneOf(alertSchema.parse(anAlert(1, change)), files)).toBe(pane);
});
