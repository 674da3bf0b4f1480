import { addDays, currentFormat, instantOf, localDay } from '@outrider/sdk';

import { typesOf } from '../alert/looks';
import type { DayCount } from '../api/alerts';

/** A change of more, in percent, says no more than that there was next to nothing before. */
const mostChange = 500;
const hourMs = 3_600_000;

/** What types of alerts are together in one colour, in the order in which they lie on each other. */
export const classes = ['harsh', 'distraction', 'headway', 'speeding', 'other'] as const;

/** One of {@link classes}. */
export type AlertClass = (typeof classes)[number];

const classOf = (type: string): AlertClass =>
  type === 'imualert' || type.startsWith('Harsh') ? 'harsh'
  : type.toLowerCase().startsWith('dms') ? 'distraction'
  : type.startsWith('adas_') ? 'headway'
  : type === 'speedingalert' ? 'speeding'
  : 'other';

/** The list behind a class: the alerts of its types in the last days. */
export function listOf(name: AlertClass, days: number): string {
  const types = typesOf('driving').filter((type) => classOf(type) === name);
  return name === 'speeding' ? `/speeding?days=${days}` : `/notifications?days=${days}&type=${types.join(',')}`;
}

/** What is counted: times in a row, and which of them each bar is about. */
export interface Span {
  /** In milliseconds; the last one only ends the one before it. */
  starts: number[];
  /** The places among the starts of what each bar shows and of what was there before; none where that has not come yet. */
  bars: { shown: number; before: number | undefined }[];
}

/**
 * The days that Home is about and as many before them, by the user's clocks; the hours of today and of yesterday for one day. The time before
 * ends where the present one is now, so that half a day is not compared with a whole one.
 */
export function spanOf(days: number, now = Date.now()): Span {
  const { zone } = currentFormat().settings;
  const today = localDay(now, zone);
  const midnight = (offset: number) => instantOf(`${addDays(today, offset)}T00:00:00`, zone);
  const hours = (from: number, to: number) => Array.from({ length: Math.round((to - from) / hourMs) }, (_, hour) => from + hour * hourMs);
  const before = days === 1 ? hours(midnight(-1), midnight(0)) : Array.from({ length: days }, (_, index) => midnight(index + 1 - 2 * days));
  const shown = days === 1 ? hours(midnight(0), midnight(1)) : Array.from({ length: days }, (_, index) => midnight(index + 1 - days));
  const cutAt = now - ((shown[0] ?? 0) - (before[0] ?? 0));
  const starts = [...new Set([...before, cutAt, ...shown, midnight(1)])].sort((a, b) => a - b);
  const placeBefore = (at: number | undefined) => (at !== undefined && at < cutAt ? starts.indexOf(at) : undefined);
  return { starts, bars: shown.map((at, index) => ({ shown: starts.indexOf(at), before: placeBefore(before[index]) })) };
}

/** One bar: when it begins, what it has of each class, and how many there were in its place before; undefined where that is not compared yet. */
export interface DayBar {
  at: number;
  values: Partial<Record<AlertClass, number>>;
  before: number | undefined;
}

/** The bars, how many they are in all and of each class, how many there were before, and in percent how much more; no change where there was next to nothing. */
export function byDay({ starts, bars }: Span, counts: readonly DayCount[]) {
  const totals: Partial<Record<AlertClass, number>> = {};
  const sumAt = (place: number | undefined) => (place === undefined ? undefined : counts.filter(({ day }) => day === place).reduce((sum, { alerts }) => sum + alerts, 0));
  const shown = bars.map((bar): DayBar => {
    const values: DayBar['values'] = {};
    for (const { alert_type, alerts } of counts.filter(({ day }) => day === bar.shown)) {
      const name = classOf(alert_type);
      values[name] = (values[name] ?? 0) + alerts;
      totals[name] = (totals[name] ?? 0) + alerts;
    }
    return { at: starts[bar.shown] ?? 0, values, before: sumAt(bar.before) };
  });
  const total = Object.values(totals).reduce((sum, one) => sum + one, 0);
  const before = shown.reduce((sum, bar) => sum + (bar.before ?? 0), 0);
  const change = before > 0 ? Math.round(((total - before) / before) * 100) : undefined;
  return { bars: shown, total, totals, before, change: change === undefined || change > mostChange ? undefined : change };
}
