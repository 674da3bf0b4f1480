import type { Format } from '@outrider/sdk';

const kmPerMile = 1.609344;

/** The unit of efficiency that a user reads. */
export function efficiencyUnit(format: Format): string {
  return format.settings.units === 'Metric' ? 'kWh/100 km' : 'mi/kWh';
}

/** Kilowatt hours per 100 km in the user's unit, without it. */
export function efficiencyText(format: Format, per100: number | undefined): string {
  if (per100 === undefined || per100 <= 0) return '–';
  return format.settings.units === 'Metric' ? format.number(per100, 1) : format.number(100 / kmPerMile / per100, 2);
}

/** Energy with its unit. */
export function energyText(format: Format, kwh: number | undefined, digits = 1): string {
  return kwh === undefined ? '–' : `${format.number(kwh, digits)} kWh`;
}

/** An amount of money of an organisation. */
export function moneyText(format: Format, amount: number | undefined, currency: string | undefined): string {
  if (amount === undefined || !currency) return '–';
  return new Intl.NumberFormat(format.settings.locale, { style: 'currency', currency }).format(amount);
}
