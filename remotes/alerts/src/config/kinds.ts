import type { TextKey } from '@outrider/sdk';

/** The kinds of alerts that a vehicle's e-mail list may name; inputs are `io` with their pin. */
export const mailedKinds = ['imu_collision', 'imu_harsh_braking', 'imu_harsh_steering', 'dms_phone_usage', 'dms_distraction', 'dms_fatigue', 'dms_smoking'] as const;

/** How many inputs a device has. */
export const inputs = [1, 2, 3, 4, 5, 6, 7, 8] as const;

const kmPerMile = 1.609344;

/** What is wrong with a typed threshold, as a key of the messages; its value otherwise, null for the default. */
export function readThreshold(text: string, unit: string, isImperial = false): { value: number | null } | { wrong: TextKey<'alerts'>; values?: Record<string, unknown> } {
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '') {
    return { value: null };
  }
  const value = Number(trimmed);
  if (!Number.isFinite(value)) {
    return { wrong: 'config.notNumber' };
  }
  const max = { probability: 100, 'km/h': isImperial ? 60 : 100 }[unit] ?? 10;
  if (value < 0 || value > max) {
    return { wrong: 'config.outOfBounds', values: { max } };
  }
  return { value: unit === 'probability' ? value / 100 : unit === 'km/h' && isImperial ? value * kmPerMile : value };
}

/** A threshold as it is typed: a probability in percent. */
export function writeThreshold(value: number | null, unit: string, isImperial = false): string {
  if (value === null) {
    return '';
  }
  if (unit === 'km/h') {
    return String(Math.round((isImperial ? value / kmPerMile : value) * 10) / 10);
  }
  return String(unit === 'probability' ? Math.round(value * 1000) / 10 : value);
}
