import { addDays, currentFormat, instantOf, localDay } from '@outrider/sdk';

/** How many days a list goes back, today included. */
export const ranges = [1, 7, 14, 28, 30, 90] as const;

/** From the start of the day so many days ago to the end of today, by the user's clocks; in milliseconds. */
export function rangeOf(days: number, now = Date.now()): { from: number; to: number } {
  const { zone } = currentFormat().settings;
  const today = localDay(now, zone);
  return { from: instantOf(`${addDays(today, 1 - days)}T00:00:00`, zone), to: instantOf(`${addDays(today, 1)}T00:00:00`, zone) };
}
