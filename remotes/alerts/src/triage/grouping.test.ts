import { expect, test } from 'vitest';

import { alertSchema } from '../api/alert';
import { anAlert } from '../testing/fake-alerts';
import { groupsOf, type Grouping } from './grouping';

const on: Grouping = { enableGrouping: true, groupDistraction: true, groupFatigue: false, geofenceGroupBy: 'none' };
const alert = (vehicle: string, minute: number, type = 'imualert', geofence = '') =>
  alertSchema.parse({ ...anAlert(1), alert_id: `${vehicle}-${minute}-${type}`, vehicle_id: vehicle, alert_type: type, about: { id: geofence, name: geofence }, event_time_utc: new Date(Date.UTC(2026, 10, 21, 9, minute)).toISOString() });
const sizes = (groups: ReturnType<typeof groupsOf>) => groups.map(({ head, rest }) => [head.alert_id, rest.length]);

test('alerts of one vehicle and type within five minutes are one row, whatever comes between', () => {
  const alerts = [alert('a', 20), alert('b', 19), alert('a', 16), alert('a', 12), alert('a', 5), alert('a', 20, 'collision')];
  expect(sizes(groupsOf('driving', alerts, on))).toEqual([['a-20-imualert', 2], ['b-19-imualert', 0], ['a-5-imualert', 0], ['a-20-collision', 0]]);
});

test('nothing is folded unless it is wanted', () => {
  const alerts = [alert('a', 2, 'dmsfatiguealert'), alert('a', 1, 'dmsfatiguealert'), alert('a', 2, 'dmsdistractionalert'), alert('a', 1, 'dmsdistractionalert')];
  expect(groupsOf('driving', alerts, on).map(({ rest }) => rest.length)).toEqual([0, 0, 1]);
  expect(groupsOf('driving', alerts, { ...on, enableGrouping: false })).toHaveLength(4);
});

test('geofence alerts are folded by vehicle or by geofence', () => {
  const alerts = [alert('a', 4, 'boundary_geo_alert', 'g1'), alert('b', 3, 'boundary_geo_alert', 'g1'), alert('a', 2, 'boundary_geo_alert', 'g2')];
  expect(groupsOf('geofence', alerts, on)).toHaveLength(3);
  expect(sizes(groupsOf('geofence', alerts, { ...on, geofenceGroupBy: 'vehicle' }))).toEqual([['a-4-boundary_geo_alert', 1], ['b-3-boundary_geo_alert', 0]]);
  expect(sizes(groupsOf('geofence', alerts, { ...on, geofenceGroupBy: 'geofence' }))).toEqual([['a-4-boundary_geo_alert', 1], ['a-2-boundary_geo_alert', 0]]);
});
