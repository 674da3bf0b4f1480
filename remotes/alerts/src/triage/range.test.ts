import { renderInRemote } from '@outrider/sdk/testing';
import { beforeEach, expect, test } from 'vitest';

import { pickedOf, readTime, spanOf, spanOfPicked } from './range';

const now = Date.parse('2026-11-21T12:00:00Z');
beforeEach(() => void renderInRemote(null));

test('a time is so many days, a name that moves on, or what was picked', () => {
  expect(pickedOf({ days: 7, time: '' }, now)).toEqual({ start: '2026-11-15T00:00:00', end: '2026-11-21T23:59:59' });
  expect(pickedOf({ days: 7, time: 'yesterday' }, now)).toEqual({ start: '2026-11-20T00:00:00', end: '2026-11-20T23:59:59' });
  expect(pickedOf({ days: 7, time: 'lastMonth' }, now)).toEqual({ start: '2026-10-01T00:00:00', end: '2026-10-31T23:59:59' });
  expect(pickedOf({ days: 7, time: '2026-11-02T08:00:00~2026-11-03T09:30:00' }, now)).toEqual({ start: '2026-11-02T08:00:00', end: '2026-11-03T09:30:00' });
});

test('what was picked keeps its name where it has one', () => {
  for (const span of [{ days: 1, time: '' }, { days: 30, time: '' }, { days: 7, time: 'thisMonth' }, { days: 7, time: '2026-11-02T08:00:00~2026-11-03T09:30:00' }]) {
    expect(spanOfPicked(pickedOf(span, now), now)).toEqual(span);
  }
});

test('the last second of a day belongs to it', () => {
  const { from, to } = spanOf({ days: 7, time: 'yesterday' }, now);
  expect(to - from).toBe(86_400_000);
});

test('a time that somebody made up is none', () => {
  expect([null, 'tomorrow', '2026-11-02~2026-11-03', '2026-11-03T00:00:00~2026-11-02T00:00:00', '2026-99-02T08:00:00~2026-99-03T09:30:00'].map(readTime)).toEqual(['', '', '', '', '']);
});
