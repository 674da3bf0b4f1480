import { addDays } from '@outrider/sdk';
import type { DateTimeRange } from '@outrider/sdk/inputs';

/**
 * The range to compare a range with: as many whole months before whole months, as many days before whole days, else the same length just before. Of one that is not over, the
 * part until `now` (by the same clocks) is compared with the same part before.
 */
export function rangeBefore(range: DateTimeRange, now: string): DateTimeRange {
  const [from = '', startTime] = range.start.split('T');
  const [to = ''] = range.end.split('T');
  const isWhole = startTime?.startsWith('00:00') === true && /T23:59/.test(range.end);
  const days = isWhole ? daysIn(from, to) : 0;
  const back = (local: string) => {
    if (!isWhole) return earlier(local, Date.parse(`${range.end}Z`) - Date.parse(`${range.start}Z`));
    const months = wholeMonths(from, to);
    const [day = '', time = ''] = local.split('T');
    return `${months > 0 ? monthsEarlier(day, months, day === to && now > range.end) : addDays(day, -days)}T${time}`;
  };
  const end = range.end > now && now > range.start ? now : range.end;
  return { start: back(range.start), end: back(end) } as DateTimeRange;
}

/** The range of the same length after or before a range: whole months beside whole months, days beside days. */
export function besideRange(range: DateTimeRange, step: 1 | -1): DateTimeRange {
  const [from = '', startTime] = range.start.split('T');
  const [to = '', endTime] = range.end.split('T');
  if (startTime?.startsWith('00:00') !== true || !/T23:59/.test(range.end)) {
    const ms = -step * (Date.parse(`${range.end}Z`) - Date.parse(`${range.start}Z`));
    return { start: earlier(range.start, ms), end: earlier(range.end, ms) } as DateTimeRange;
  }
  const months = wholeMonths(from, to);
  const days = daysIn(from, to);
  const first = months > 0 ? monthsEarlier(from, -step * months, false) : addDays(from, step * days);
  const last = months > 0 ? monthsEarlier(to, -step * months, true) : addDays(to, step * days);
  return { start: `${first}T${startTime}`, end: `${last}T${endTime}` } as DateTimeRange;
}

/** How many days there are from one to another, both counted. */
const daysIn = (from: string, to: string) => Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / 86_400_000) + 1;

const earlier = (local: string, ms: number) => new Date(Date.parse(`${local}Z`) - ms).toISOString().slice(0, 19);

/** How many months two days begin and end; 0: they do not. */
function wholeMonths(from: string, to: string): number {
  if (!from.endsWith('-01') || !addDays(to, 1).endsWith('-01')) return 0;
  return Number(to.slice(0, 4)) * 12 + Number(to.slice(5, 7)) - (Number(from.slice(0, 4)) * 12 + Number(from.slice(5, 7))) + 1;
}

/** The same day of an earlier month, or its last one: always that where `isEnd` says that the day ends its own. */
function monthsEarlier(day: string, months: number, isEnd: boolean): string {
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - months;
  const first = `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`;
  const last = addDays(`${addDays(first, 31).slice(0, 8)}01`, -1);
  const same = `${first.slice(0, 8)}${day.slice(8)}`;
  return isEnd || same > last ? last : same;
}
