import { addDays, monthStart, type LocalDay } from '../../units';

/** A stretch of days, both included. */
export interface DayRange {
  from: LocalDay;
  to: LocalDay;
}

/** Names of the shortcuts, in the order in which they are offered. */
export const shortcuts = ['today', 'yesterday', 'last7Days', 'last30Days', 'thisMonth', 'lastMonth'] as const;
/** What the limited mode offers. */
export const limitedShortcuts = shortcuts.slice(0, 3);

/** One of {@link shortcuts}. */
export type Shortcut = (typeof shortcuts)[number];

/** The days that a shortcut means on the day `today`. */
export function daysOf(shortcut: Shortcut, today: LocalDay): DayRange {
  switch (shortcut) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'last7Days':
      return { from: addDays(today, -6), to: today };
    case 'last30Days':
      return { from: addDays(today, -29), to: today };
    case 'thisMonth':
      return { from: monthStart(today), to: addDays(monthStart(today, 1), -1) };
    case 'lastMonth':
      return { from: monthStart(today, -1), to: addDays(monthStart(today), -1) };
  }
}

/** A range of days kept within what may be chosen. */
export function within({ from, to }: DayRange, min: LocalDay | undefined, max: LocalDay | undefined): DayRange {
  const clip = (day: LocalDay) => (min && day < min ? min : max && day > max ? max : day);
  return { from: clip(from), to: clip(to) };
}
