import { speedKmhFrom } from '@outrider/sdk';
import { expect, it } from 'vitest';

import { overspeedShown, overspeedShownKmh } from './overspeed-shown';

it('is the difference of the two speeds that are shown', () => {
  const mph = (speed: number) => speedKmhFrom('Imperial GB', speed);
  expect(overspeedShown('Imperial GB', mph(49.4), mph(39.6))).toBe(9); // 49 in 40, though it is 9.8
  expect(overspeedShown('Imperial GB', mph(49.6), mph(40.4))).toBe(10); // 50 in 40, though it is 9.2
  expect(overspeedShown('Metric', 89.6, 80)).toBe(10);
  expect(overspeedShownKmh('Imperial GB', mph(49.4), mph(39.6))).toBeCloseTo(mph(9), 9);
});
