import { describe, expect, it } from 'vitest';

import { coordinatesOf } from '../api/places';

describe('coordinates that are typed', () => {
  it.each([
    ['53.3, -2.4', 53.3, -2.4], ['53.3 -2.4', 53.3, -2.4], [' -17;179.5 ', -17, 179.5],
  ])('%s is a place', (text, lat, lng) => expect(coordinatesOf(text)).toMatchObject({ lat, lng }));

  it.each(['Crewe', '53.3', '91, 0', '0, 181', '53,3'.repeat(3), ''])('%s is none', (text) => expect(coordinatesOf(text)).toBeUndefined());
});
