import { expect, it } from 'vitest';

import { zonesWith } from './places';

it('offers the zone that is set, also where the browser lists it under another name', () => {
  expect(zonesWith('Europe/London').filter(({ value }) => value === 'Europe/London')).toHaveLength(1);
  expect(zonesWith('Test/Old_town')[0]).toEqual({ value: 'Test/Old_town', label: 'Test/Old town' });
  expect(zonesWith('')).toEqual(zonesWith('Europe/London'));
});
