import { describe, expect, it } from 'vitest';

import { sortRows } from './data-list';
import { pathOf } from './sparkline';

describe('the parts of the console', () => {
  it('sorts numbers as numbers and names as people do', () => {
    expect(sortRows([10, 9, 100], (n) => n, false)).toEqual([9, 10, 100]);
    expect(sortRows(['b10', 'b9'], (s) => s, true)).toEqual(['b10', 'b9']);
    expect(sortRows([2, 1], undefined, true)).toEqual([2, 1]);
  });

  it('draws a line within its box, also without values', () => {
    expect(pathOf([], 0)).toBe('M0 56L240 56');
    expect(pathOf([0, 10], 10)).toBe('M0.0 54.0L240.0 4.0');
    expect(pathOf([5], 5)).toBe('M0.0 4.0L240 4.0');
  });
});
