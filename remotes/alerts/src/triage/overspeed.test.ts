import { describe, expect, it } from 'vitest';

import { anyOverspeed, overspeedProblem, readOverspeed, shownValue, typedOverspeed, writeOverspeed } from './overspeed';

describe('an overspeed', () => {
  it.each([
    ['fixedVal', 10, 'Imperial GB', 'fixedVal:16.09'],
    ['fixedVal', 10, 'Metric', 'fixedVal:10'],
    ['percentVal', 12.5, 'Imperial US', 'percentVal:12.5'],
    ['none', 7, 'Metric', ''],
  ] as const)('%s %d in %s is %j in an address, and comes back', (type, value, units, address) => {
    const over = typedOverspeed(type, value, units);
    expect(writeOverspeed(over)).toBe(address);
    expect(shownValue(readOverspeed(address), units)).toBe(type === 'none' ? 0 : value);
  });

  it.each([null, '', 'fixedVal', 'fixedVal:', 'fixedVal:ten', 'fixedVal:-1', 'percentVal:101', 'sometimes:5'])('is any for the address %j', (text) => {
    expect(readOverspeed(text)).toEqual(anyOverspeed);
  });

  it.each([
    ['fixedVal', '0', undefined],
    ['fixedVal', '50', undefined],
    ['fixedVal', '-0.1', 'speedingFilter.lowFixed'],
    ['fixedVal', '50.1', 'speedingFilter.highFixed'],
    ['percentVal', '100', undefined],
    ['percentVal', '-1', 'speedingFilter.lowPercent'],
    ['percentVal', '100,5', 'speedingFilter.highPercent'],
    ['percentVal', '', 'speedingFilter.noNumber'],
    ['fixedVal', 'fast', 'speedingFilter.noNumber'],
    ['none', 'anything', undefined],
  ] as const)('%s %j: %s', (type, text, message) => {
    expect(overspeedProblem(type, text)).toBe(message);
  });
});
