import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { addDays, clock, daysBetween, instantOf, isDay, isTime, localDateTime, localDay, longDate, monthStart } from './local-time';

describe('local times', () => {
  it.each([
    ['UTC', '2026-07-01T11:30:00'],
    ['Europe/London', '2026-07-01T12:30:00'],
    ['America/New_York', '2026-07-01T07:30:00'],
    ['Asia/Kolkata', '2026-07-01T17:00:00'],
  ])('in %s clocks show %s', (zone, want) => {
    expect(localDateTime(Date.UTC(2026, 6, 1, 11, 30), zone)).toBe(want);
  });

  it('knows that it is already tomorrow elsewhere', () => {
    const late = Date.UTC(2026, 6, 1, 23, 30);
    expect([localDay(late, 'UTC'), localDay(late, 'Europe/London')]).toEqual(['2026-07-01', '2026-07-02']);
  });

  it('finds back every instant of a zone', () => {
    fc.assert(
      fc.property(fc.constantFrom('UTC', 'Europe/London', 'America/New_York', 'Australia/Lord_Howe'), fc.integer({ min: 0, max: 4_000_000_000 }), (zone, second) => {
        const local = localDateTime(second * 1000, zone);
        expect(localDateTime(instantOf(local, zone), zone)).toBe(local);
      }),
    );
  });

  it('takes the first of an hour that occurs twice, and a skipped one later', () => {
    expect(instantOf('2026-10-25T01:30:00', 'Europe/London')).toBe(Date.UTC(2026, 9, 25, 0, 30));
    expect(localDateTime(instantOf('2026-03-29T01:30:00', 'Europe/London'), 'Europe/London')).toBe('2026-03-29T02:30:00');
    expect(instantOf('soon', 'UTC')).toBeNaN();
  });
});

describe('days', () => {
  it('move over months and leap days', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
    expect([monthStart('2026-11-21'), monthStart('2026-01-31', -1), monthStart('2026-12-01', 1)]).toEqual(['2026-11-01', '2025-12-01', '2027-01-01']);
  });

  it('exist or do not', () => {
    expect(['2026-02-28', '2026-02-29', '2026-13-01', '21.11.2026', ''].map(isDay)).toEqual([true, false, false, false, false]);
    expect(['00:00', '23:59', '24:00', '9:30', ''].map(isTime)).toEqual([true, true, false, false, false]);
  });

  it.each([
    ['en-GB', '21 November 2026'], ['en-US', 'November 21, 2026'], ['de-DE', '21. November 2026'], ['fr-FR', '21 novembre 2026'], ['es-ES', '21 de noviembre de 2026'], ['nl-NL', '21 november 2026'],
  ])('are written long in %s as %s', (locale, want) => {
    expect(longDate('2026-11-21', locale)).toBe(want);
  });
});

it.each([[0, '00:00'], [20, '00:20'], [300, '05:00'], [3599, '59:59'], [3725, '1:02:05'], [-4, '00:00']])('%s s on a clock is %s', (seconds, want) => {
  expect(clock(seconds)).toBe(want);
});
