import { describe, expect, it } from 'vitest';

import { moved, problemOf, sameBands } from './edit-bands';

describe('the handles of the bands', () => {
  it('move between their neighbours, and the end stays', () => {
    expect(moved([5, 10, 15, 30], [7, 10, 15, 22], 30)).toEqual([7, 10, 15, 30]);
  });

  it.each([[[10, 10, 15, 30]], [[12, 10, 15, 30]], [[0, 10, 15, 30]]])('stay where they are rather than cross: %s', (value) => {
    expect(moved([5, 10, 15, 30], value, 30)).toEqual([5, 10, 15, 30]);
  });
});

describe('a typed band', () => {
  it.each([
    [[5, 10, 15, 30], 1, undefined],
    [[5, 15, 15, 30], 1, undefined],
    [[5, 5, 15, 30], 1, 'This field must be greater than 5.'],
    [[5, 16, 15, 30], 1, 'This field must be lower than 15.'],
    [[0, 10, 15, 30], 0, 'This field must be greater than 0.'],
    [[5, 10, 31, 30], 2, 'This field must be lower than 30.'],
    [[Number.NaN, 10, 15, 30], 0, 'This field must be a valid number.'],
  ] as const)('%s at %s: %s', (bands, index, problem) => {
    expect(problemOf(bands, index)).toBe(problem);
  });

  it('is a change or not', () => {
    expect(sameBands([5, 10, 15, 30], [5, 10, 15, 30])).toBe(true);
    expect(sameBands([5, 10, 15, 30], [5, 11, 15, 30])).toBe(false);
  });
});
