import { speedIn, speedKmhFrom, type UnitSystem, type TextKey } from '@outrider/sdk';

/** How the least overspeed is said: not at all, in the unit of speeds over the limit, or in percent of it. */
export const overspeedTypes = ['none', 'fixedVal', 'percentVal'] as const;

/** One of {@link overspeedTypes}. */
export type OverspeedType = (typeof overspeedTypes)[number];

/** The least overspeed that is shown. A fixed value is in km/h whoever looks, so that an address says the same to everybody. */
export interface Overspeed {
  type: OverspeedType;
  value: number;
}

/** Every overspeed. */
export const anyOverspeed: Overspeed = { type: 'none', value: 0 };

/** The largest value of a type, in the user's unit or in percent. */
const largest: Record<Exclude<OverspeedType, 'none'>, number> = { fixedVal: 50, percentVal: 100 };

/** Reads an overspeed of an address, `fixedVal:16.09`; what is none is {@link anyOverspeed}. */
export function readOverspeed(text: string | null): Overspeed {
  const [type, number] = text?.split(':') ?? [];
  const value = Number(number);
  const isRight = (type === 'fixedVal' || type === 'percentVal') && number !== '' && value >= 0 && value <= 100;
  return isRight ? { type, value } : anyOverspeed;
}

/** Writes an overspeed into an address; any is nothing. */
export function writeOverspeed({ type, value }: Overspeed): string {
  return type === 'none' ? '' : `${type}:${Number(value.toFixed(2))}`;
}

/** The value as the user knows it, to a tenth. */
export function shownValue({ type, value }: Overspeed, units: UnitSystem): number {
  return type === 'fixedVal' ? Math.round(speedIn(units, value) * 10) / 10 : value;
}

/** The overspeed that a user typed in their unit. */
export function typedOverspeed(type: OverspeedType, value: number, units: UnitSystem): Overspeed {
  return type === 'none' ? anyOverspeed : { type, value: type === 'fixedVal' ? speedKmhFrom(units, value) : value };
}

/** The message about what is wrong with a typed value; undefined if nothing is. Bounds belong to what is right. */
export function overspeedProblem(type: OverspeedType, text: string): TextKey<'alerts'> | undefined {
  if (type === 'none') return undefined;
  const value = text.trim() === '' ? Number.NaN : Number(text.replace(',', '.'));
  const kind = type === 'fixedVal' ? 'Fixed' : 'Percent';
  if (Number.isNaN(value)) return 'speedingFilter.noNumber';
  if (value < 0) return `speedingFilter.low${kind}`;
  return value > largest[type] ? `speedingFilter.high${kind}` : undefined;
}
