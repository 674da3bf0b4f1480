import { expect, it } from 'vitest';

import { isDaily, linkOf } from './row-links';

const type = (now: boolean, ...kinds: string[]) => ({ now, columns: kinds.map((kind) => ({ key: kind, kind, label: {} })) }) as unknown as Parameters<typeof linkOf>[0];

it('leads from a row to the vehicle, the alert and the time', () => {
  const event = type(false, 'time', 'vehicle', 'speed', 'alert');
  const row = ['2026-11-24T14:00:00Z', 'v 1', 48, 'a1'];
  expect([0, 1, 2, 3].map((place) => linkOf(event, row, place, false))).toEqual(['/tracking?id=v%201&at=1795528800000', '/map-view?vehicle_id=v%201', undefined, '/notifications?alert=a1']);
});

it('leads from a day to that day, not from the first day of a week', () => {
  const mileage = type(false, 'vehicle', 'day');
  expect(linkOf(mileage, ['v1', '2026-11-23'], 1, true)).toBe('/tracking?id=v1&start=2026-11-23T00:00:00&end=2026-11-23T23:59:59');
  expect(linkOf(mileage, ['v1', '2026-11-23'], 1, false)).toBeUndefined();
  expect([isDaily(mileage.columns, {}), isDaily(mileage.columns, { time_granularity: 'week' })]).toEqual([true, false]);
});

it('leads nowhere from what is not known, of no vehicle, or of now', () => {
  expect(linkOf(type(false, 'time', 'vehicle'), ['2026-11-24T14:00:00Z', null], 0, false)).toBeUndefined();
  expect(linkOf(type(false, 'time', 'vehicle'), ['soon', 'v1'], 0, false)).toBeUndefined();
  expect(linkOf(type(true, 'time', 'vehicle'), ['2026-11-24T14:00:00Z', 'v1'], 0, false)).toBeUndefined();
});
