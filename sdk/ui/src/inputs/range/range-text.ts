import { translate } from '../../i18n';
import { longDate, longDays } from '../../units';
import { defaultTimes, draftOf, type DateTimeRange } from './range-rules';
import { daysOf, shortcuts, within, type Shortcut } from './shortcuts';

/** The shortcut that a range of whole days is on the day `today`, if it is one. */
export function shortcutOf(range: DateTimeRange, today: string, limits: { min?: string | undefined; max?: string | undefined }): Shortcut | undefined {
  const { from, to, startTime, endTime } = draftOf(range);
  if (startTime !== defaultTimes.start || endTime !== defaultTimes.end) {
    return undefined;
  }
  return shortcuts.find((shortcut) => {
    const days = within(daysOf(shortcut, today), limits.min, limits.max);
    return days.from === from && days.to === to;
  });
}

/** A range in words: `21 November 2026`, `15–21 November 2026`, with times unless it is whole days. */
export function rangeText(range: DateTimeRange, locale: string): string {
  const { from, to, startTime, endTime } = draftOf(range);
  const isWhole = startTime === defaultTimes.start && endTime === defaultTimes.end;
  if (from === to) {
    return isWhole ? longDate(from, locale) : `${longDate(from, locale)}, ${startTime} – ${endTime}`;
  }
  return isWhole ? longDays(from, to, locale) : `${longDate(from, locale)}, ${startTime} – ${longDate(to, locale)}, ${endTime}`;
}

/** The words of a shortcut's button. */
export function shortcutText(shortcut: Shortcut): string {
  return translate(`range.${shortcut}`);
}
