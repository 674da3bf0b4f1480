import { addDays, currentFormat, instantOf, localDay } from '@outrider/sdk';

import type { DayCount } from '../api/alerts-api';

/** Days that are shown; as many before them are what they are compared with. */
export const shownDays = 14;

/** A change of more, in percent, says no more than that there was next to nothing before. */
const mostChange = 500;

/** What types of alerts are together in one colour, in the order in which they lie on each other. */
export const classes = ['harsh', 'distraction', 'headway', 'speeding', 'other'] as const;

const classOf = (type: string): (typeof classes)[number] =>
  type === 'imualert' || type.startsWith('Harsh') ? 'harsh'
  : type.toLowerCase().startsWith('dms') ? 'distraction'
  : type.startsWith('adas_') ? 'headway'
  : type === 'speedingalert' ? 'speeding'
  : 'other';

/** When each of the days begins, and when today ends, by the user's clocks; in milliseconds. */
export function startsOfDays(now = Date.now()): number[] {
  const { zone } = currentFormat().settings;
  const today = localDay(now, zone);
  return Array.from({ length: 2 * shownDays + 1 }, (_, index) => instantOf(`${addDays(today, index + 1 - 2 * shownDays)}T00:00:00`, zone));
}

/** The days that are shown with what they have of each class, how many that is in all, and in percent how much more than in the days before; no change without any before, nor where that was next to nothing. */
export function byDay(starts: readonly number[], counts: readonly DayCount[]) {
  const days = starts.slice(shownDays, -1).map((at) => ({ at, values: {} as Record<string, number> }));
  let total = 0;
  let before = 0;
  for (const { day, alert_type, alerts } of counts) {
    const values = days[day - shownDays]?.values;
    if (values) {
      const name = classOf(alert_type);
      values[name] = (values[name] ?? 0) + alerts;
      total += alerts;
    } else {
      before += alerts;
    }
  }
  const change = before > 0 ? Math.round(((total - before) / before) * 100) : undefined;
  return { days, total, change: change === undefined || change > mostChange ? undefined : change };
}
