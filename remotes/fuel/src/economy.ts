import type { Format } from '@outrider/sdk';

/** How far a UK and a US gallon go at one litre per 100 km, in miles. */
const milesPerGallon = { 'Imperial GB': 282.481, 'Imperial US': 235.215 };

/** The unit of economy that a user reads. */
export function economyUnit(format: Format): string {
  return format.settings.units === 'Metric' ? 'l/100 km' : 'mpg';
}

/** Litres per 100 km in the user's unit, without it. */
export function economyText(format: Format, per100: number | undefined): string {
  if (per100 === undefined || per100 <= 0) return '–';
  const { units } = format.settings;
  return format.number(units === 'Metric' ? per100 : milesPerGallon[units] / per100, 1);
}

/** By how many percent a number is above one of before; nothing without one of before. */
export function changeText(format: Format, now: number | undefined, before: number | undefined): string | undefined {
  if (!now || !before) return undefined;
  const change = (now / before - 1) * 100;
  return `${change > 0 ? '+' : ''}${format.number(change, 1)} %`;
}

/** An amount of money of an organisation. */
export function moneyText(format: Format, amount: number | undefined, currency: string | undefined): string {
  if (amount === undefined || !currency) return '–';
  return new Intl.NumberFormat(format.settings.locale, { style: 'currency', currency }).format(amount);
}
