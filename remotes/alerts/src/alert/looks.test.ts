import { addMessages, translate } from '@outrider/sdk';
import { beforeAll, expect, test } from 'vitest';

import en from '../../locales/en.json';
import { alertSchema } from '../api/alert';
import { anAlert } from '../testing/fake-alerts';
import { canBeRated, labelOf } from './looks';

const t = (key: string, values?: Record<string, unknown>) => translate(`alerts:${key}`, values);
const read = (change: Record<string, unknown>) => alertSchema.parse(anAlert(1, change));

beforeAll(() => addMessages('alerts', async () => en));

test.each([
  [{ prediction_label: 'severe_left_turn' }, 'Severe left turn'],
  [{ prediction_label: '<b>' }, 'Driving'],
  [{ alert_type: 'dmsfatiguealert', alert_subtype: 'yawn' }, 'Fatigue: yawning'],
  [{ alert_type: 'ioalert', pin_name: 'Tail lift' }, 'I/O Tail lift'],
  [{ alert_type: 'boundary_geo_alert' }, 'Geofence Boundary'],
  [{ alert_type: 'Potential Collision' }, 'Potential Collision'],
  [{ alert_type: 'sunset' }, 'sunset'],
])('%o is called %s', (change, name) => {
  expect(labelOf(t, read(change))).toBe(name);
});

test('covered cameras and geofences are not rated', () => {
  expect(canBeRated(read({ alert_type: 'dmsocclusionalert' }))).toBe(false);
  expect(canBeRated(read({ kind: 'geofence' }))).toBe(false);
  expect(canBeRated(read({}))).toBe(true);
});
