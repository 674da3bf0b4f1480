import { expect, test } from 'vitest';

import { filtersOf, plain, readView, writeView, type View } from './view';

const bands = [8, 16, 24, 50] as const;

test('a view survives its address', () => {
  const view: View = { tab: 'severe', days: 30, time: 'lastMonth', text: 'HGV a:b', types: ['imualert', 'ioalert'], severities: ['3'], ratings: ['none'], unread: true, over: { type: 'percentVal', value: 10 }, bands: [{ name: 'severe', type: 'percentVal', value: 50, isShown: false, vehiclesOnly: true }], vehicles: ['v1', 'v2'], groups: ['north'], drivers: ['u1'], order: 'oldest', page: 4, size: 50 };
  expect(readView(new URLSearchParams(writeView(view)))).toEqual(view);
  expect(writeView(plain)).toEqual({});
});

test('an address that somebody made up is a plain view', () => {
  expect(readView(new URLSearchParams('days=12&size=7&page=-3&order=colour'))).toEqual(plain);
});

test('a view becomes the conditions of a search', () => {
  expect(filtersOf('driving', { ...plain, tab: 'notRated', text: ' m6 ', unread: true }, 'Metric', bands, 'north')).toEqual([
    { attribute: 'kind', value: 'driving' },
    { attribute: 'archived', value: 'False' },
    { attribute: 'user_driving_quality', value: ['none'] },
    { attribute: 'read', value: 'False' },
    { attribute: 'q', value: 'm6' },
    { attribute: 'group', value: ['north'] },
  ]);
});

test('by how much at least is a condition of speeding alone', () => {
  const view: View = { ...plain, over: { type: 'fixedVal', value: 16.09 } };
  const condition = { attribute: 'overspeed', value: { type: 'fixedVal', value: 10 } };
  expect(filtersOf('speeding', view, 'Imperial GB', bands)).toContainEqual(condition);
  expect(filtersOf('driving', view, 'Imperial GB', bands)).not.toContainEqual(condition);
});

test('chosen vehicles, drivers and groups are conditions, and chosen groups stand for the one that narrows the portal', () => {
  const condition = { attribute: 'vehicle', value: ['v1'] };
  expect(filtersOf('speeding', { ...plain, vehicles: ['v1'] }, 'Metric', bands)).toContainEqual(condition);
  expect(filtersOf('driving', { ...plain, vehicles: ['v1'], drivers: ['u1'], groups: ['g1'] }, 'Metric', bands, 'north').slice(2)).toEqual([condition, { attribute: 'driver', value: ['u1'] }, { attribute: 'group', value: ['g1'] }]);
});

test('types of a plugin that is gone are no condition', () => {
  const types = ({ attribute }: { attribute: string }) => attribute === 'alert_type';
  expect(filtersOf('driving', { ...plain, types: ['imualert', 'gone_alert'] }, 'Metric', bands).find(types)?.value).toEqual(['imualert']);
  expect(filtersOf('driving', { ...plain, types: ['gone_alert'] }, 'Metric', bands).find(types)).toBeUndefined();
});

test('levels of speeding are asked for by the reader’s own bands, severities of others as the server says them', () => {
  const view: View = { ...plain, severities: ['3', '1'] };
  expect(filtersOf('driving', view, 'Metric', bands)).toContainEqual({ attribute: 'severity', value: [3, 1] });
  const condition = {
    attribute: 'speeding_level',
    value: [
      { band: 'misdemeanour', type: 'fixedVal', value: 0, shown: false },
      { band: 'moderate', type: 'fixedVal', value: 8, shown: true },
      { band: 'excessive', type: 'fixedVal', value: 16, shown: false },
      { band: 'severe', type: 'fixedVal', value: 24, shown: true },
    ],
  };
  expect(filtersOf('speeding', view, 'Metric', bands)).toContainEqual(condition);
  const severe = filtersOf('speeding', { ...plain, tab: 'severe' }, 'Metric', [8, 8, 24, 50]).find(({ attribute }) => attribute === 'speeding_level');
  expect(severe?.value).toEqual([condition.value[0], { band: 'excessive', type: 'fixedVal', value: 8, shown: false }, condition.value[3]]);
});
