import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { defaultBands, speedingLevel } from './bands';
import { Format } from './format';
import { distanceIn, kmPerMile, speedIn, speedKmhFrom, unitSystemOf, unitSystems, volumeIn } from './units';

describe('conversion', () => {
  it('takes a mile as 1.609344 km, six digits like the other factor', () => {
    expect(1 / kmPerMile).toBeCloseTo(0.621371, 6);
    expect(distanceIn('Imperial GB', 1609.344)).toBe(1);
    expect(distanceIn('Metric', 1500)).toBe(1.5);
  });

  it('has two gallons', () => {
    expect(volumeIn('Metric', 100)).toBe(100);
    expect(volumeIn('Imperial GB', 100)).toBeCloseTo(21.9969);
    expect(volumeIn('Imperial US', 100)).toBeCloseTo(26.4172);
  });

  it('brings every typed speed back', () => {
    fc.assert(
      fc.property(fc.constantFrom(...unitSystems), fc.double({ min: 0, max: 400, noNaN: true }), (units, speed) => {
        expect(speedIn(units, speedKmhFrom(units, speed))).toBeCloseTo(speed, 9);
      }),
    );
  });
});

describe('unitSystemOf', () => {
  it.each([
    ['Imperial US', '', 'Imperial US'],
    ['imperial-gb', '', 'Imperial GB'],
    ['ImperialUS', 'GB', 'Imperial US'],
    ['METRIC', 'GB', 'Metric'],
    ['furlongs', 'GB', 'Imperial GB'],
    [undefined, 'US', 'Imperial US'],
    [undefined, 'DE', 'Metric'],
  ] as const)('reads %s of a %s organisation as %s', (stored, country, want) => {
    expect(unitSystemOf(stored, country)).toBe(want);
  });
});

describe('speedingLevel', () => {
  it.each([
    [-1, 'none'], [0, 'none'], [0.1, 'minor'], [4.99, 'minor'], [5, 'moderate'], [9.99, 'moderate'], [10, 'excessive'], [15, 'severe'], [90, 'severe'],
  ] as const)('%s mph over is %s', (over, want) => {
    expect(speedingLevel(over, defaultBands['Imperial GB'])).toBe(want);
  });

  it('never falls as speed rises', () => {
    const order = ['none', 'minor', 'moderate', 'excessive', 'severe'];
    fc.assert(
      fc.property(fc.constantFrom(...unitSystems), fc.float({ min: -50, max: 100, noNaN: true }), fc.float({ min: 0, max: 50, noNaN: true }), (units, over, more) => {
        const rank = (value: number) => order.indexOf(speedingLevel(value, defaultBands[units]));
        expect(rank(over + more)).toBeGreaterThanOrEqual(rank(over));
      }),
    );
  });
});

describe('Format', () => {
  const gb = new Format({ locale: 'en-GB', units: 'Imperial GB', zone: 'Europe/London' });
  const de = new Format({ locale: 'de-DE', units: 'Metric', zone: 'Europe/Berlin' });

  it('writes values as the user reads them', () => {
    expect(gb.speed(88.5)).toBe('55 mph');
    expect(de.speed(88.5)).toBe('89 km/h');
    expect(de.distance(1_234_500)).toBe('1.234,5 km');
    expect(gb.distanceUnit).toBe('mi');
    expect(gb.dateTime('2026-07-21T13:32:00Z')).toBe('21 Jul 2026, 14:32');
    expect(gb.shortDate('2026-07-21T23:32:00Z')).toBe('22 Jul');
    expect(de.time('2026-01-21T13:32:00Z')).toBe('14:32');
  });

  it('writes a dash for what is missing', () => {
    expect([gb.speed(null), gb.distance(undefined), gb.number(NaN), gb.dateTime('rubbish'), gb.age(null, 0)]).toEqual(['–', '–', '–', '–', '–']);
  });

  it('says how old something is', () => {
    const now = 1_000_000_000;
    expect([2, 59, 61, 7200, 86_400, 200_000].map((s) => gb.age(now - s * 1000, now))).toEqual(['2 s ago', '59 s ago', '1 min ago', '2 h ago', '1 day ago', '2 days ago']);
    expect(gb.age(now + 5000, now)).toBe('0 s ago');
  });

  it('writes durations', () => {
    expect([0, 9, 60, 115, 599, 600, 615, 6120, 3600, 3605].map((s) => gb.duration(s))).toEqual(['0 s', '9 s', '1 min', '1 min 55 s', '9 min 59 s', '10 min', '10 min', '1 h 42 min', '1 h', '1 h']);
    expect(new Format({ locale: 'nl-NL', units: 'Metric', zone: 'UTC' }).duration(6120)).toBe('1 u 42 min');
    expect([12, 820, 1240].map((m) => new Format({ locale: 'de', units: 'Metric', zone: 'UTC' }).length(m))).toEqual(['12 m', '820 m', '1,24 km']);
    expect([12, 499, 1240].map((m) => gb.length(m))).toEqual(['39 ft', '1,637 ft', '0.77 mi']);
    expect([850, 1_240_000].map((m2) => new Format({ locale: 'en-GB', units: 'Metric', zone: 'UTC' }).area(m2))).toEqual(['850\u00a0m²', '1.24\u00a0km²']);
    expect([850, 1_240_000].map((m2) => gb.area(m2))).toEqual(['9,149\u00a0ft²', '0.48\u00a0mi²']);
  });
});
