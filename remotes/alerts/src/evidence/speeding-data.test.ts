import type { TrackingSample } from '@outrider/sdk/device-files';
import { expect, test } from 'vitest';

import { alertSchema } from '../api/alert';
import { anAlert } from '../testing/fake-alerts';
import { matchedOf, windowOf } from './speeding-data';
import { metresBetween } from './metres-between';
import { levelOf, sampleAfter } from './tracking-level';

const base = Date.UTC(2026, 10, 21, 9);
const sample = (second: number, lat: number, change: Partial<TrackingSample> = {}): TrackingSample => ({
  time: base + second * 1000, zoneMinutes: 0, dstMinutes: 0, gpsTime: base, gpsValid: true, lat, lng: -2, speedKmh: 100, courseDeg: 0, dipState: 0, ignition: true,
  speedLimitKmh: 96, idling: false, ...change,
});
const moment = (second: number, lat: number) => ({ time: new Date(base + second * 1000).toISOString(), lat, lng: -2, speed: 130 });

test('a speeding alert is shown from 30 s before it to 30 s after it', () => {
  const alert = alertSchema.parse({ ...anAlert(1), start: moment(0, 53), end: moment(60, 53.1) });
  expect(windowOf(alert)).toEqual({ from: base - 30_000, to: base + 90_000 });
});

test('points of the event are matched with readings within 25 m', () => {
  const near = 0.0002; // 22 m
  const far = 0.0003; // 33 m
  const route = [sample(0, 53 + near), sample(10, 53.01 + far), sample(20, 53.02), sample(21, 53.02, { gpsValid: false })];
  const matched = matchedOf({ start: moment(1, 53), max: moment(10, 53.01), end: moment(21, 53.02) }, route);
  expect(matched).toEqual({ start: route[0], end: route[2] });
  expect(metresBetween({ lat: 53, lng: -2 }, { lat: 53 + near, lng: -2 })).toBeCloseTo(22.2, 0);
});

test('a point of the route is over its limit, or more than a tenth over it; the default limit is 120', () => {
  expect([96, 97, 105, 106].map((speedKmh) => levelOf({ speedKmh, speedLimitKmh: 96 }))).toEqual([0, 1, 1, 2]);
  expect([120, 121, 132, 133].map((speedKmh) => levelOf({ speedKmh, speedLimitKmh: undefined }))).toEqual([0, 1, 1, 2]);
});

test('the sample of the event is the nearest after it', () => {
  const route = [sample(0, 53), sample(2, 53), sample(4, 53)];
  expect([1, 2, 9].map((second) => sampleAfter(route, base + second * 1000)?.time)).toEqual([base + 2000, base + 2000, base + 4000]);
});
