import { addDays, currentFormat, localDay, type LocalDay } from '@outrider/sdk';

/** The days of a range whose end is the first moment that is too late: `23–29 November 2026`. */
export function daysText(from: string, to: string, zone: string): string {
  const { locale } = currentFormat().settings;
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: zone }).formatRange(Date.parse(from), Date.parse(to) - 1000);
}

/** `Mon 30 Nov, 06:00` by the clock of a zone, which is named where it is not the user's. */
export function whenText(at: string, zone: string): string {
  const { settings } = currentFormat();
  if (zone !== settings.zone) return currentFormat().weekdayTime(at, zone);
  return new Intl.DateTimeFormat(settings.locale, { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: zone }).format(Date.parse(at));
}

/** How large a file is. */
export function bytesText(bytes: number): string {
  const format = currentFormat();
  if (bytes < 1_000_000) return `${format.number(Math.max(1, Math.round(bytes / 1000)))} KB`;
  return `${format.number(bytes / 1_000_000, 1)} MB`;
}

/** The days of the week in the user's language, Monday first. */
export function weekdays(locale: string): string[] {
  const name = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, day) => name.format(Date.UTC(2026, 0, 5 + day)));
}

/** How many days it is until a time, by the clock of a zone, as people say it: `tomorrow`, `in 6 days`. */
export function inDays(at: string, zone: string): string {
  const { locale } = currentFormat().settings;
  const days = Math.round((Date.parse(localDay(Date.parse(at), zone)) - Date.parse(localDay(Date.now(), zone))) / 86_400_000);
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
}

/** The days of a range whose end is the first moment that is too late. */
export function daysIn(from: string, to: string, zone: string): LocalDay[] {
  const list: LocalDay[] = [];
  const last = localDay(Date.parse(to) - 1000, zone);
  for (let day = localDay(Date.parse(from), zone); day <= last; day = addDays(day, 1)) list.push(day);
  return list;
}
