/** A day without a zone, `2026-11-21`: the product's short date. */
export type LocalDay = string;
/** A time of a day without a zone, `2026-11-21T14:32:00`, as paths and reports carry it. */
export type LocalDateTime = string;

const dayMs = 86_400_000;
const dayShape = /^(\d{4})-(\d{2})-(\d{2})$/;

/** What clocks in `zone` show at an instant, in milliseconds. */
export function localDateTime(at: number, zone: string): LocalDateTime {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit',
  }).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '00';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}`;
}

/** The day in `zone` at an instant, in milliseconds. */
export function localDay(at: number, zone: string): LocalDay {
  return localDateTime(at, zone).slice(0, 10);
}

/**
 * The instant, in milliseconds, at which clocks in `zone` show `local`. Of an hour that occurs twice it is the first; one that
 * is skipped is taken as that much later. NaN for what is no time.
 */
export function instantOf(local: LocalDateTime, zone: string): number {
  const wall = Date.parse(`${local}Z`);
  if (Number.isNaN(wall)) {
    return Number.NaN;
  }
  const offsets = [wall - dayMs, wall + dayMs].map((at) => Date.parse(`${localDateTime(at, zone)}Z`) - at);
  const found = offsets.map((offset) => wall - offset).filter((at) => localDateTime(at, zone) === localDateTime(wall, 'UTC'));
  return found.length > 0 ? Math.min(...found) : wall - (offsets[0] ?? 0);
}

/** `day` moved by a number of days. */
export function addDays(day: LocalDay, days: number): LocalDay {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** Days from `from` to `to`; 0 on the same day. */
export function daysBetween(from: LocalDay, to: LocalDay): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);
}

/** The first day of the month of `day`, moved by a number of months. */
export function monthStart(day: LocalDay, months = 0): LocalDay {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

/** Reports whether `text` is a day that exists, in the short form. */
export function isDay(text: string): boolean {
  const at = dayShape.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** Reports whether `text` is a time of day, `HH:mm`. */
export function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/** The long date of the product as the reader's country writes it: `21 November 2026`, `21. November 2026`, `November 21, 2026`. */
export function longDate(day: LocalDay, locale: string): string {
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(Date.parse(`${day}T00:00:00Z`));
}

/** Days from one to another, said once: `1–14 March 2026`, `30 November – 3 December 2026`. */
export function longDays(from: LocalDay, to: LocalDay, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.formatRange(Date.parse(`${from}T00:00:00Z`), Date.parse(`${to}T00:00:00Z`));
}

/** A length of time as `mm:ss`, from an hour as `h:mm:ss`; takes seconds. */
export function clock(durationS: number): string {
  const whole = Math.max(0, Math.round(durationS));
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  return minutes < 60 ? `${two(minutes)}:${two(whole % 60)}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`;
}
