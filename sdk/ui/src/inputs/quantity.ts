import { distanceFrom, distanceIn, speedIn, speedKmhFrom, volumeIn, volumeLitresFrom, type Format } from '../units';

/**
 * What a number measures. It is kept in the system's unit (km/h, metres, litres, seconds) and shown in the user's; `length`
 * is a short distance, in metres or feet; `minutes` are seconds shown as minutes; `plain` has no unit.
 */
export type Quantity = 'plain' | 'speed' | 'distance' | 'length' | 'volume' | 'percent' | 'minutes';

/** How one quantity is shown to a user. */
export interface Shown {
  unit: string;
  /** Digits after the point. */
  digits: number;
  toUser: (value: number) => number;
  fromUser: (value: number) => number;
}

const metresPerFoot = 0.3048;
const same = (value: number) => value;

/** How `quantity` is shown in the units of `format`. */
export function shownAs(quantity: Quantity, format: Format): Shown {
  const { units } = format.settings;
  switch (quantity) {
    case 'speed':
      return { unit: format.speedUnit, digits: 0, toUser: (v) => speedIn(units, v), fromUser: (v) => speedKmhFrom(units, v) };
    case 'distance':
      return { unit: format.distanceUnit, digits: 1, toUser: (v) => distanceIn(units, v), fromUser: (v) => distanceFrom(units, v) };
    case 'length':
      return units === 'Metric'
        ? { unit: 'm', digits: 0, toUser: same, fromUser: same }
        : { unit: 'ft', digits: 0, toUser: (v) => v / metresPerFoot, fromUser: (v) => v * metresPerFoot };
    case 'volume':
      return { unit: format.volumeUnit, digits: 1, toUser: (v) => volumeIn(units, v), fromUser: (v) => volumeLitresFrom(units, v) };
    case 'percent':
      return { unit: '%', digits: 0, toUser: same, fromUser: same };
    case 'minutes':
      return { unit: 'min', digits: 0, toUser: (v) => v / 60, fromUser: (v) => v * 60 };
    case 'plain':
      return { unit: '', digits: 6, toUser: same, fromUser: same };
  }
}

/** Reads what a user typed, with the decimal sign of `locale` or a point; NaN for what is no number, null for nothing. */
export function readNumber(text: string, locale: string): number | null {
  const plain = text.replace(/[\s\u00a0\u202f'’]/g, '');
  if (plain === '') {
    return null;
  }
  const parts = new Intl.NumberFormat(locale).formatToParts(12345.6);
  const decimal = parts.find(({ type }) => type === 'decimal')?.value ?? '.';
  const group = parts.find(({ type }) => type === 'group')?.value ?? ',';
  const last = plain.lastIndexOf(decimal);
  // `1.5` of a German reader is one and a half: a group has three digits.
  const grouped = new RegExp(`\\${group}(?=\\d{3}(\\D|$))`, 'g');
  const whole = last < 0 ? plain : plain.slice(0, last);
  const normal = whole.replace(grouped, '').replace(',', '.') + (last < 0 ? '' : `.${plain.slice(last + 1)}`);
  return /^[+-−]?(\d+\.?\d*|\.\d+)$/.test(normal) ? Number(normal.replace('−', '-')) : Number.NaN;
}

/** Writes a number for editing: the decimal sign of `locale`, no groups. */
export function writeNumber(value: number, digits: number, locale: string): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: digits, useGrouping: false }).format(value);
}
