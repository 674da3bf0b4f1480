import { translate } from '../../i18n';
import { daysBetween, isDay, isTime, longDate, type LocalDateTime, type LocalDay } from '../../units';

/** The time at which a range starts and ends unless the user says otherwise. */
export const defaultTimes = { start: '00:00', end: '23:59' } as const;

/** A stretch of time by the clocks of the user's zone. */
export interface DateTimeRange {
  start: LocalDateTime;
  end: LocalDateTime;
}

/** What is in the picker's fields, right or wrong. */
export interface RangeDraft {
  /** Days, `YYYY-MM-DD`. */
  from: string;
  to: string;
  /** Times, `HH:mm`. */
  startTime: string;
  endTime: string;
}

export interface RangeLimits {
  min?: LocalDay | undefined;
  max?: LocalDay | undefined;
  /** Most days, both ends included. */
  maxDays?: number | undefined;
  locale: string;
}

/** The first thing that is wrong with each field. */
export type RangeErrors = Partial<Record<keyof RangeDraft, string>>;

/** Says what is wrong with a draft, field by field; empty when it can be taken. */
export function rangeErrors(draft: RangeDraft, limits: RangeLimits): RangeErrors {
  const errors: RangeErrors = {};
  const put = (field: keyof RangeDraft, message: string | undefined) => {
    if (message) errors[field] ??= message;
  };
  put('from', isDay(draft.from) ? outside(draft.from, limits) : translate('range.startDate'));
  put('to', isDay(draft.to) ? outside(draft.to, limits) : translate('range.endDate'));
  put('startTime', isTime(draft.startTime) ? undefined : translate('range.startTime'));
  put('endTime', isTime(draft.endTime) ? undefined : translate('range.endTime'));
  if (Object.keys(errors).length === 0) {
    put('to', order(draft, limits));
    put('startTime', draft.from === draft.to && draft.startTime >= draft.endTime ? translate('range.order') : undefined);
  }
  return errors;
}

/** The times that a draft without errors stands for; the default end is the day's last second. */
export function rangeOf({ from, to, startTime, endTime }: RangeDraft): DateTimeRange {
  return { start: `${from}T${startTime}:00`, end: `${to}T${endTime}:${endTime === defaultTimes.end ? '59' : '00'}` };
}

/** The whole days from `from` to `to`: 00:00:00 to 23:59:59. */
export function wholeDays(from: LocalDay, to: LocalDay): DateTimeRange {
  return rangeOf({ from, to, startTime: defaultTimes.start, endTime: defaultTimes.end });
}

/** A range as the picker's fields show it. */
export function draftOf(range: DateTimeRange | null): RangeDraft {
  const [from = '', startTime = ''] = (range?.start ?? '').split('T');
  const [to = '', endTime = ''] = (range?.end ?? '').split('T');
  return { from, to, startTime: startTime.slice(0, 5) || defaultTimes.start, endTime: endTime.slice(0, 5) || defaultTimes.end };
}

function outside(day: LocalDay, { min, max, locale }: RangeLimits): string | undefined {
  if (min && day < min) {
    return translate('range.tooEarly', { date: longDate(min, locale) });
  }
  return max && day > max ? translate('range.tooLate', { date: longDate(max, locale) }) : undefined;
}

function order({ from, to }: RangeDraft, { maxDays }: RangeLimits): string | undefined {
  if (from > to) {
    return translate('range.dayOrder');
  }
  return maxDays && daysBetween(from, to) >= maxDays ? translate('range.tooLong', { count: maxDays }) : undefined;
}
