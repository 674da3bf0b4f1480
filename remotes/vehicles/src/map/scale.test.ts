import { describe, expect, it } from 'vitest';

import { scaleOf } from './scale';

describe('the scale', () => {
  it.each([
    ['Metric', 100, 10, 'kilometer', 100],
    ['Metric', 1, 100, 'meter', 100],
    ['Imperial GB', 80, 5, 'mile', 100.6],
    ['Imperial GB', 1, 100, 'yard', 91.4],
    ['Imperial US', 1, 200, 'foot', 61],
  ] as const)('in %s at %d m a pixel says %d %s', (units, metres, value, unit, width) => {
    const scale = scaleOf(metres, 120, units);
    expect(scale).toMatchObject({ value, unit });
    expect(scale.widthPx).toBeCloseTo(width, 0);
    expect(scale.widthPx).toBeLessThanOrEqual(120);
  });
});
