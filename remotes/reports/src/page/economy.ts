import type { Format } from '@outrider/sdk';

const kmPerMile = 1.609344;
const milesPer100Km = 100 / kmPerMile;
/** Litres of a UK and of a US gallon. */
const gallon = { 'Imperial GB': 4.54609, 'Imperial US': 3.785411784 };

/** What is used on 100 km, as the user reads it: 9.4 mpg, 3.11 mi/kWh; undefined for another unit. */
export function economyText(format: Format, unit: string | undefined, per100: number): string | undefined {
  const { units } = format.settings;
  if (units === 'Metric' || (unit !== 'l/100 km' && unit !== 'kWh/100 km')) return undefined;
  if (per100 <= 0) return '–';
  return unit === 'l/100 km' ? `${format.number((milesPer100Km * gallon[units]) / per100, 1)} mpg` : `${format.number(milesPer100Km / per100, 2)} mi/kWh`;
}
