import type { UnitSystem, TextKey } from '@outrider/sdk';

import { overspeedProblem, readOverspeed, shownValue, typedOverspeed, writeOverspeed, type Overspeed, type OverspeedType } from './overspeed';

/** The bands of speeding, the mildest first. */
export const bandNames = ['misdemeanour', 'moderate', 'excessive', 'severe'] as const;

/** One of {@link bandNames}. */
export type BandName = (typeof bandNames)[number];

/** From which overspeed on a band begins; it ends where the next one begins. `none` is no band. */
export interface Band extends Overspeed {
  name: BandName;
  /** Whether its alerts are shown. */
  isShown: boolean;
  /** Whether it is for the chosen vehicles alone. */
  vehiclesOnly: boolean;
}

/** Reads bands of an address, `moderate:fixedVal:16.09,severe:percentVal:50:hidden:vehicles`. What is none is left out. */
export function readBands(text: string | null): Band[] {
  const bands = (text ?? '').split(',').flatMap((one): Band[] => {
    const [name, type, value, ...words] = one.split(':');
    const known = bandNames.find((other) => other === name);
    const over = readOverspeed(`${type}:${value}`);
    return known && over.type !== 'none' ? [{ ...over, name: known, isShown: !words.includes('hidden'), vehiclesOnly: words.includes('vehicles') }] : [];
  });
  return bandNames.flatMap((name) => bands.find((band) => band.name === name) ?? []);
}

/** Writes bands into an address. */
export function writeBands(bands: readonly Band[]): string {
  return bands.map((band) => [band.name, writeOverspeed(band), ...(band.isShown ? [] : ['hidden']), ...(band.vehiclesOnly ? ['vehicles'] : [])].join(':')).join(',');
}

/** A band as it is asked for, in the reader's units. */
export function askedBand(band: Band, vehicles: readonly string[], units: UnitSystem) {
  return { band: band.name, type: band.type, value: shownValue(band, units), shown: band.isShown, ...(band.vehiclesOnly ? { vehicles } : {}) };
}

/** A band as it is typed. */
export interface TypedBand {
  name: BandName;
  type: OverspeedType;
  text: string;
  isShown: boolean;
  vehiclesOnly: boolean;
}

/** What is wrong with a typed band: a message and what it is filled with. */
export interface BandProblem {
  message: TextKey<'alerts'>;
  bound?: number;
}

/** What is wrong with each typed band; undefined for those that are right. A band begins above those before it that are said in the same way. */
export function bandProblems(bands: readonly TypedBand[]): (BandProblem | undefined)[] {
  return bands.map(({ type, text }, at) => {
    const own = overspeedProblem(type, text);
    if (own) return { message: own };
    const alike = (band: TypedBand) => type !== 'none' && band.type === type && overspeedProblem(type, band.text) === undefined;
    const lower = bands.slice(0, at).findLast(alike);
    const kind = type === 'fixedVal' ? 'Fixed' : 'Percent';
    if (lower && numberOf(text) <= numberOf(lower.text)) return { message: `speedingFilter.above${kind}`, bound: numberOf(lower.text) };
    return undefined;
  });
}

/** The number that a user typed, with a point or a comma. */
export function numberOf(text: string): number {
  return Number(text.replace(',', '.'));
}

/** All four bands as they are typed, from those of a view. */
export function typedBands(bands: readonly Band[], units: UnitSystem): TypedBand[] {
  return bandNames.map((name) => {
    const band = bands.find((one) => one.name === name);
    return band
      ? { name, type: band.type, text: String(shownValue(band, units)), isShown: band.isShown, vehiclesOnly: band.vehiclesOnly }
      : { name, type: 'none', text: '', isShown: true, vehiclesOnly: false };
  });
}

/** The bands that were typed; those that are none are left out. */
export function bandsOf(typed: readonly TypedBand[], units: UnitSystem): Band[] {
  return typed.flatMap(({ name, type, text, isShown, vehiclesOnly }) => (type === 'none' ? [] : [{ ...typedOverspeed(type, numberOf(text), units), name, isShown, vehiclesOnly }]));
}
