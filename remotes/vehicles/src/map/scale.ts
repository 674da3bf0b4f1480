import { isImperial, kmPerMile, type UnitSystem } from '@outrider/sdk';

const metresPerYard = 0.9144;
const metresPerFoot = 0.3048;

/** A length that is good to read and fits: `value` of an Intl `unit`, and how wide that is. */
export interface Scale {
  value: number;
  unit: 'kilometer' | 'meter' | 'mile' | 'yard' | 'foot';
  widthPx: number;
}

/** The longest round length of at most `maxPx` pixels: 1, 2 or 5 times a power of ten. */
export function scaleOf(metresPerPixel: number, maxPx: number, units: UnitSystem): Scale {
  const longestM = metresPerPixel * maxPx;
  const [unit, metres] = unitFor(longestM, units);
  const most = longestM / metres;
  const power = 10 ** Math.floor(Math.log10(most));
  const value = power * ([5, 2, 1].find((step) => step * power <= most) ?? 1);
  return { value, unit, widthPx: (value * metres) / metresPerPixel };
}

function unitFor(longestM: number, units: UnitSystem): [Scale['unit'], number] {
  if (!isImperial(units)) {
    return longestM >= 1000 ? ['kilometer', 1000] : ['meter', 1];
  }
  if (longestM >= kmPerMile * 1000) {
    return ['mile', kmPerMile * 1000];
  }
  return units === 'Imperial GB' ? ['yard', metresPerYard] : ['foot', metresPerFoot];
}
