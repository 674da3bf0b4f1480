import { addDays, currentFormat, instantOf, localDay, monthStart } from '@outrider/sdk';
import type { DateTimeRange } from '@outrider/sdk/inputs';

/** How many days a list may go back, today included. */
export const ranges = [1, 7, 14, 28, 30, 90] as const;

/** Times that are named by a shortcut of the picker and move on with the days. */
const named = ['yesterday', 'thisMonth', 'lastMonth'] as const;

/** The time of a list: so many days up to today, unless `time` says it: one of `named`, or `start~end` by the user's clocks. */
export interface Span {
  days: number;
  time: string;
}

const chosen = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})~(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})$/;

/** A time as an address may say it; empty where it says none. */
export function readTime(text: string | null): string {
  const isNamed = (named as readonly string[]).includes(text ?? '');
  const [, start, end] = chosen.exec(text ?? '') ?? [];
  return isNamed || (start && end && start < end && !Number.isNaN(Date.parse(start)) && !Number.isNaN(Date.parse(end))) ? (text ?? '') : '';
}

/** From the start of the day so many days ago to the end of today, by the user's clocks; in milliseconds. */
export function rangeOf(days: number, now = Date.now()): { from: number; to: number } {
  return instantsOf(pickedOf({ days, time: '' }, now));
}

/** The last day that can be picked: today, by the user's clocks. */
export const latestDay = () => localDay(Date.now(), currentFormat().settings.zone);

/** The time of a list in milliseconds. */
export function spanOf(span: Span, now = Date.now()): { from: number; to: number } {
  return instantsOf(pickedOf(span, now));
}

/** The time of a list as the picker shows it. */
export function pickedOf({ days, time }: Span, now = Date.now()): DateTimeRange {
  const today = localDay(now, currentFormat().settings.zone);
  const [, start, end] = chosen.exec(time) ?? [];
  if (start && end) return { start, end };
  const [from, to] = daysOf(time, today) ?? [addDays(today, 1 - days), today];
  return { start: `${from}T00:00:00`, end: `${to}T23:59:59` };
}

/** First and last day of a named time; of what is still to come there are no alerts. */
function daysOf(time: string, today: string): [string, string] | undefined {
  switch (time) {
    case 'yesterday':
      return [addDays(today, -1), addDays(today, -1)];
    case 'thisMonth':
      return [monthStart(today), today];
    case 'lastMonth':
      return [monthStart(today, -1), addDays(monthStart(today), -1)];
    default:
      return undefined;
  }
}

/** What is kept of a picked time: its days or its name where it has them, so that it moves on with the days. */
export function spanOfPicked({ start, end }: DateTimeRange, now = Date.now()): Span {
  const isPicked = (span: Span) => {
    const one = pickedOf(span, now);
    return one.start === start && one.end === end;
  };
  const spans: Span[] = [...ranges.map((days) => ({ days, time: '' })), ...named.map((time) => ({ days: 7, time }))];
  return spans.find(isPicked) ?? { days: 7, time: `${start}~${end}` };
}

/** The last second of a range belongs to it. */
function instantsOf({ start, end }: DateTimeRange): { from: number; to: number } {
  const { zone } = currentFormat().settings;
  return { from: instantOf(start, zone), to: instantOf(end, zone) + (end.endsWith(':59') ? 1000 : 0) };
}
