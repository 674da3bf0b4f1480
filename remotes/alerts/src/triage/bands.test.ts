import { describe, expect, it } from 'vitest';

import { bandProblems, readBands, writeBands, type Band, type TypedBand } from './bands';

const bands: Band[] = [
  { name: 'moderate', type: 'fixedVal', value: 16.09, isShown: true, vehiclesOnly: false },
  { name: 'severe', type: 'percentVal', value: 50, isShown: false, vehiclesOnly: true },
];

describe('the bands of an address', () => {
  it('come back in their order', () => {
    expect(writeBands(bands)).toBe('moderate:fixedVal:16.09,severe:percentVal:50:hidden:vehicles');
    expect(readBands(writeBands([...bands].reverse()))).toEqual(bands);
  });

  it.each([null, '', 'moderate', 'moderate:none:0', 'mild:fixedVal:5', 'severe:fixedVal:-1', 'severe:percentVal:101'])('are none for %j', (text) => {
    expect(readBands(text)).toEqual([]);
  });
});

describe('typed bands', () => {
  const typed = (...all: [TypedBand['type'], string][]): TypedBand[] =>
    all.map(([type, text], at) => ({ name: (['misdemeanour', 'moderate', 'excessive', 'severe'] as const)[at] ?? 'severe', type, text, isShown: true, vehiclesOnly: false }));

  it('begin above the milder ones that are said in the same way', () => {
    const problems = bandProblems(typed(['fixedVal', '5'], ['none', ''], ['fixedVal', '5,0'], ['percentVal', '1']));
    expect(problems).toEqual([undefined, undefined, { message: 'speedingFilter.aboveFixed', bound: 5 }, undefined]);
  });

  it('need a number within the bounds', () => {
    expect(bandProblems(typed(['fixedVal', ''], ['percentVal', '101'], ['none', 'x'], ['fixedVal', '50']))).toEqual([
      { message: 'speedingFilter.noNumber' }, { message: 'speedingFilter.highPercent' }, undefined, undefined,
    ]);
  });
});
