import { addMessages, setShellInfo, textsOf } from '@outrider/sdk';
import { aShellInfo } from '@outrider/sdk/testing';
import { beforeAll, expect, test } from 'vitest';

import en from '../../locales/en.json';
import { alertSchema } from '../api/alert';
import { anAlert } from '../testing/fake-alerts';
import { declaredFences } from '../testing/declared-types';
import { allTypes, canBeRated, iconOf, labelOf, typesOf } from './looks';

const t = textsOf('alerts');
const read = (change: Record<string, unknown>) => alertSchema.parse(anAlert(1, change));

beforeAll(async () => {
  await addMessages('alerts', async () => en);
  setShellInfo(aShellInfo({ contributions: [declaredFences] }));
});

test.each([
  [{ prediction_label: 'severe_left_turn' }, 'Severe left turn'],
  [{ prediction_label: '<b>' }, 'Driving'],
  [{ alert_type: 'dmsfatiguealert', alert_subtype: 'yawn' }, 'Fatigue: yawning'],
  [{ alert_type: 'dmsocclusionalert', alert_subtype: 'occlusion' }, 'Camera Occluded'], // not a second time
  [{ alert_type: 'ioalert', pin_name: 'Tail lift' }, 'I/O Tail lift'],
  [{ alert_type: 'ioalert', pin: 2, pin_name: 'Input 2' }, 'I/O Input 2'],
  [{ alert_type: 'boundary_geo_alert' }, 'Geofence Boundary'],
  [{ alert_type: 'Potential Collision' }, 'Potential Collision'],
  [{ alert_type: 'sunset' }, 'sunset'],
  [{ alert_type: 'fuel_theft_alert', localizedLabel: 'Fuel theft' }, 'Fuel theft'], // of a plugin that is switched off
])('%o is called %s', (change, name) => {
  expect(labelOf(t, read(change))).toBe(name);
});

test('covered cameras and geofences are not rated', () => {
  expect(canBeRated(read({ alert_type: 'dmsocclusionalert' }))).toBe(false);
  expect(canBeRated(read({ kind: 'geofence' }))).toBe(false);
  expect(canBeRated(read({}))).toBe(true);
});

test('types that plugins contribute are chosen, named and drawn like any other', () => {
  expect(typesOf('geofence')).toEqual(['boundary_geo_alert']);
  expect(typesOf('driving')).toContain('yard_alert');
  expect(typesOf('driving')).toContain('imualert');
  expect(allTypes()).toEqual(expect.arrayContaining(['collision', 'boundary_geo_alert', 'yard_alert']));
  expect(iconOf(read({ alert_type: 'boundary_geo_alert' }))).toBe('geofencing');
});
