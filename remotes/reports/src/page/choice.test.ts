import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { chosenRange, filtersOf, localRange, queryOf, rangeOf, readChoice, reportInPath, shownColumns, untouched } from './choice';
import { changeOf } from './remembered';

const whole = untouched;

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 9, 26, 12) }));
afterEach(() => void vi.useRealTimers());

describe('what a report is asked for', () => {
  it('is whole days by the clock of the zone, also where the clocks change', () => {
    // The clocks go back on 25 October at 01:00 UTC: that day has 25 hours.
    const query = queryOf({ ...whole, range: { start: '2026-10-25T00:00:00', end: '2026-10-25T23:59:59' } }, 'Europe/London');
    expect(query).toMatchObject({ from: '2026-10-24T23:00:00.000Z', to: '2026-10-26T00:00:00.000Z', zone: 'Europe/London' });
  });
  it('ends with the last second or minute that was chosen', () => {
    const to = (end: string) => queryOf({ ...whole, range: { start: '2026-07-01T00:00:00', end } }, 'UTC').to;
    expect(to('2026-07-01T12:30:00')).toBe('2026-07-01T12:30:01.000Z');
    expect(to('2026-07-01T12:30')).toBe('2026-07-01T12:31:00.000Z');
    expect(to('2026-07-01T23:59')).toBe('2026-07-02T00:00:00.000Z');
  });
  it('has the groups beside the vehicles', () => {
    expect(queryOf({ ...whole, vehicles: ['v1'], groups: ['g1'] }, 'UTC')).toMatchObject({ vehicle_ids: ['v1'], group_ids: ['g1'] });
  });
  it('is kept as a shortcut where its days are those of one', () => {
    expect(chosenRange({ start: '2026-10-20T00:00:00', end: '2026-10-26T23:59:59' }, 'UTC')).toEqual({ shortcut: 'last7Days', range: undefined });
    expect(chosenRange({ start: '2026-10-20T00:00:00', end: '2026-10-26T12:00:00' }, 'UTC')).toEqual({ shortcut: undefined, range: { start: '2026-10-20T00:00:00', end: '2026-10-26T12:00:00' } });
  });
  it('moves on with the days where a shortcut was chosen', () => {
    expect(localRange({ ...whole, shortcut: 'yesterday' }, 'UTC')).toEqual({ start: '2026-10-25T00:00:00', end: '2026-10-25T23:59:59' });
  });
});

it('takes filters from an address as far as the report has choices for them', () => {
  const filters = [{ key: 'status', multiple: true, choices: [{ value: 'offline_week' }, { value: 'offline_long' }] }] as unknown as Parameters<typeof filtersOf>[0]['filters'];
  expect(filtersOf({ filters }, new URLSearchParams('status=offline_week,offline_long,x&type=y'))).toEqual({ status: ['offline_week', 'offline_long'] });
  expect(filtersOf({ filters }, new URLSearchParams('status=x'))).toBeUndefined();
});

describe('the range of an address', () => {
  it('is a slug, or two times with a comma between them', () => {
    expect(rangeOf('last-7-days')).toEqual({ shortcut: 'last7Days' });
    expect(rangeOf('2026-07-01T00:00,2026-07-02T23:59')).toEqual({ range: { start: '2026-07-01T00:00', end: '2026-07-02T23:59' } });
    for (const text of ['', 'last-8-days', 'a,b', '2026-07-01T00:00']) expect(rangeOf(text)).toBeUndefined();
  });
});

describe('the report of a path', () => {
  it('is what the catalogue calls it', () => {
    expect(['/reports/mileage', '/reports/acc', '/reports/trip', '/reports/user_activity', '/reports/', '/reports', '/reports/a/b'].map(reportInPath)).toEqual(['mileage', 'ignition', 'trips', 'user-activity', undefined, undefined, undefined]);
  });
});

describe('what was remembered', () => {
  it('is taken as far as it makes sense', () => {
    expect(readChoice(undefined)).toMatchObject({ vehicles: [], shortcut: 'last7Days' });
    expect(readChoice({ vehicles: 'all', shortcut: 'never', range: null, filters: { a: 1 }, groupBy: 7, columns: ['x'] })).toMatchObject({ vehicles: [], shortcut: 'last7Days', filters: { a: 1 }, groupBy: '', columns: ['x'] });
    expect(readChoice({ hidden: ['b'] }, [{ key: 'a' }, { key: 'b' }] as unknown as Parameters<typeof readChoice>[1])).toMatchObject({ columns: ['a'] }); // as versions before kept columns
    expect(readChoice({ vehicles: ['v1'], shortcut: 'lastMonth' })).toMatchObject({ vehicles: ['v1'], groups: [], shortcut: 'lastMonth', isChartOff: false });
    expect(readChoice({ groups: ['g1'], isChartOff: true })).toMatchObject({ groups: ['g1'], isChartOff: true });
  });
});

describe('what is remembered', () => {
  it('forgets a filter that was taken back', () => {
    const before = { ...whole, filters: { severity: 'harsh', status: ['never'] } };
    expect(changeOf(before, { ...whole, filters: { status: ['moving'] } }).filters).toEqual({ severity: null, status: ['moving'] });
  });
});

describe('the columns of a report', () => {
  const columns = [{ key: 'name' }, { key: 'address', hidden: true }] as unknown as Parameters<typeof shownColumns>[0]['columns'];
  it('are those that are not hidden at first, or those that were chosen: all of them, too', () => {
    expect(shownColumns({ columns }, whole)).toEqual(['name']);
    expect(shownColumns({ columns }, { ...whole, columns: ['name', 'address'] })).toEqual(['name', 'address']);
  });
});
