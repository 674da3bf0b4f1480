import { Format } from '@outrider/sdk';
import { expect, test } from 'vitest';

import { chartAmount } from './chart-amount';

const british = new Format({ locale: 'en-GB', units: 'Imperial GB', zone: 'Europe/London' });

test('a chart counts in the unit of the user, with the unit apart', () => {
  const distance = chartAmount(british, 'distance');
  expect(distance?.unit).toBe('mi');
  expect(distance?.of(80_467.2)).toBeCloseTo(50, 3);
  expect(chartAmount(british, 'duration')?.of(5400)).toBe(1.5);
  expect(chartAmount(new Format({ locale: 'nl-NL', units: 'Metric', zone: 'Europe/Amsterdam' }), 'duration')?.unit).toBe('u');
  expect(chartAmount(british, 'number')).toBeUndefined();
});
