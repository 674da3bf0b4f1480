import { describe, expect, it } from 'vitest';

import { corePoints } from './core-points';

const at = (i: number) => ({ lat: 53.3 + i * 0.01, lng: -2.4 + i * 0.01 });
const manchester = Array.from({ length: 20 }, (_, i) => at(i));
const nairobi = { lat: -1.29, lng: 36.82 };

describe('corePoints', () => {
  it('leaves out one that is far from all others', () => {
    expect(corePoints([...manchester, nairobi])).toEqual(manchester);
    expect(corePoints([at(0), at(9), nairobi])).toEqual([at(0), at(9)]);
    expect(corePoints([nairobi, ...Array<typeof nairobi>(5).fill(at(0))])).toHaveLength(5);
  });

  it('keeps what is spread, what is elsewhere with others, and what there are only two of', () => {
    const spread = Array.from({ length: 12 }, (_, i) => ({ lat: 36 + i * 2, lng: -9 + i * 3 })); // all over Europe
    const two = [...manchester, ...Array<typeof nairobi>(6).fill(nairobi)];
    for (const points of [spread, two, [at(0), nairobi], [nairobi], [], manchester]) {
      expect(corePoints(points)).toEqual(points);
    }
  });

  it('knows that the earth is round', () => {
    const fiji = [{ lat: -17, lng: 179.9 }, { lat: -17.1, lng: -179.9 }, { lat: -17, lng: 179.8 }];
    expect(corePoints(fiji)).toEqual(fiji);
  });
});
