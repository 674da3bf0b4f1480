import { describe, expect, it } from 'vitest';

import { areaPath, bandPath, linePath } from './paths';

const line = [{ x: 0, y: 10 }, { x: 1, y: 11.04 }, { x: 2, y: undefined }, { x: 3, y: 12 }, { x: 4, y: 13 }];

describe('a path', () => {
  it('is broken where nothing is known', () => {
    expect(linePath(line)).toBe('M0,10L1,11M3,12L4,13');
    expect(areaPath(line, 20)).toBe('M0,10L1,11L1,20H0ZM3,12L4,13L4,20H3Z');
  });

  it('holds what lies between two lines where both are known', () => {
    const high = [{ x: 0, y: 5 }, { x: 1, y: 6 }, { x: 2, y: 7 }, { x: 3, y: undefined }, { x: 4, y: 9 }];
    expect(bandPath(line, high)).toBe('M0,5L1,6L1,11L0,10ZM4,9L4,13Z');
  });

  it('is nothing without points', () => {
    expect([linePath([]), areaPath([], 9), bandPath([], [])]).toEqual(['', '', '']);
  });
});
