import fc from 'fast-check';
import { expect, test } from 'vitest';

import { correctionOf, skewLimits } from './skew';

test('a video where it should be is left alone', () => {
  expect(correctionOf(skewLimits.still, 1)).toEqual({ isSeek: false, rate: 1 });
  expect(correctionOf(-skewLimits.still, 2)).toEqual({ isSeek: false, rate: 2 });
});

test('one that is far off jumps', () => {
  expect(correctionOf(skewLimits.jump, 1).isSeek).toBe(true);
  expect(correctionOf(-5000, 4).isSeek).toBe(true);
});

test('any smaller skew is below 100 ms within a second, without swinging over', () => {
  fc.assert(
    fc.property(fc.double({ min: -skewLimits.jump + 1, max: skewLimits.jump - 1, noNaN: true }), fc.constantFrom(0.25, 0.5, 1, 2, 4), (skew, rate) => {
      let left = skew;
      for (let frame = 0; frame < 60; frame++) {
        left += (correctionOf(left, rate).rate - rate) * 16;
      }
      expect(Math.abs(left)).toBeLessThan(Math.max(100, Math.abs(skew) - 200 * rate));
      expect(Math.sign(left) === Math.sign(skew) || Math.abs(left) <= skewLimits.still).toBe(true);
    }),
  );
});
