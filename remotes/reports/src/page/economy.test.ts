import { Format } from '@outrider/sdk';
import { describe, expect, it } from 'vitest';

import { economyText } from './economy';

const format = (units: 'Metric' | 'Imperial GB' | 'Imperial US') => new Format({ units, locale: 'en-GB', zone: 'UTC' });

describe('economy', () => {
  it('is how far a gallon goes, for who reads miles', () => {
    expect(economyText(format('Imperial GB'), 'l/100 km', 30)).toBe('9.4 mpg');
    expect(economyText(format('Imperial US'), 'l/100 km', 30)).toBe('7.8 mpg');
    expect(economyText(format('Imperial GB'), 'kWh/100 km', 20)).toBe('3.11 mi/kWh');
    expect(economyText(format('Imperial GB'), 'kWh/100 km', 0)).toBe('–');
  });

  it('stays as it came for who reads kilometres, and so does what is no economy', () => {
    expect(economyText(format('Metric'), 'l/100 km', 30)).toBeUndefined();
    expect(economyText(format('Imperial GB'), 'kg', 30)).toBeUndefined();
  });
});
