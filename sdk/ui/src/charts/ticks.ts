import { localDateTime } from '../units';
import type { TimeSpan } from './cursor';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const steps = [1, 2, 5, 10, 15, 30].flatMap((n) => [n * second, n * minute]).concat([1, 2, 3, 6, 12].map((n) => n * hour), [1, 2, 7, 14].map((n) => n * day)).sort((a, b) => a - b);

/** Round times of the zone's clocks within a span: at most `most` steps, in milliseconds. */
export function timeTicks({ from, to }: TimeSpan, most: number, zone: string): number[] {
  const step = steps.find((one) => (to - from) / one <= most) ?? 28 * day;
  const offset = Date.parse(`${localDateTime(from, zone)}Z`) - Math.floor(from / second) * second;
  const first = Math.ceil((from + offset) / step) * step - offset;
  const ticks: number[] = [];
  for (let at = first; at <= to; at += step) ticks.push(at);
  return ticks;
}

/** How a tick of that span is written: seconds for minutes, dates for days. */
export function tickFormat({ from, to }: TimeSpan): Intl.DateTimeFormatOptions {
  if (to - from > 2 * day) {
    return { day: 'numeric', month: 'short' };
  }
  return to - from < 10 * minute ? { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
}

/** A value axis: what it reaches from and to, and the round values that are written beside it. */
export interface ValueAxis {
  domain: readonly [low: number, high: number];
  ticks: number[];
}

/** An axis that holds `least` and `greatest` with a little room, with about `count` steps of 1, 2, 2.5 or 5 by a power of ten; between whole values by whole steps. */
export function valueAxis(least: number, greatest: number, count: number): ValueAxis {
  const span = greatest - least || Math.abs(greatest) || 1;
  const room = span * 0.06;
  const domain = [least < 0 ? least - room : least, greatest > 0 ? greatest + room : greatest] as const;
  const power = 10 ** Math.floor(Math.log10(span / count));
  const isWhole = Number.isInteger(least) && Number.isInteger(greatest);
  const steps = [1, 2, 2.5, 5, 10].map((one) => Number((one * power).toPrecision(12))).filter((one) => !isWhole || Number.isInteger(one));
  const step = steps.find((one) => one >= (span / count) * 0.95) ?? Math.max(10 * power, isWhole ? 1 : 0);
  const ticks: number[] = [];
  for (let index = Math.ceil(domain[0] / step); index * step <= domain[1]; index++) ticks.push(Number((index * step).toPrecision(12)));
  return { domain, ticks };
}
