import { speedIn, speedKmhFrom, type UnitSystem } from '@outrider/sdk';

/** By how much a speed is over its limit in the user's unit, as the two are shown: 49 in 40 is 9 over, whatever stands behind the point. */
export const overspeedShown = (units: UnitSystem, topKmh: number, limitKmh: number): number => Math.round(speedIn(units, topKmh)) - Math.round(speedIn(units, limitKmh));

/** The same in km/h, for what formats speeds. */
export const overspeedShownKmh = (units: UnitSystem, topKmh: number, limitKmh: number): number => speedKmhFrom(units, overspeedShown(units, topKmh, limitKmh));
