import type { Interval } from '../api/filesets';

/** Seconds by the clock on the wall. */
export const daySeconds = 86_400;
/** The shortest and the longest clip, and the one that is suggested, in seconds. */
export const clip = { min: 9, max: 300, usual: 20 } as const;

const two = (value: number) => String(value).padStart(2, '0');

/** `mm:ss` of a duration. */
export function durationText(seconds: number): string {
  return `${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
}

/** Reads `mm:ss`; shorter clips become 00:09, longer ones 05:00. Undefined for what is no duration. */
export function readDuration(text: string): number | undefined {
  const found = /^(\d{1,2}):([0-5]\d)$/.exec(text.trim());
  return found ? Math.min(clip.max, Math.max(clip.min, Number(found[1]) * 60 + Number(found[2]))) : undefined;
}

/** `HH:mm:ss` of a second of the day. */
export function clockText(second: number): string {
  return `${two(Math.floor(second / 3600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}`;
}

/** Reads `HH:mm` or `HH:mm:ss`; undefined for what is no time. */
export function readClock(text: string): number | undefined {
  const found = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text);
  return found ? Number(found[1]) * 3600 + Number(found[2]) * 60 + Number(found[3] ?? 0) : undefined;
}

/** `{vehicle}_{YYYY_MM_DD__HH_mm_ss}`: what a file system does not take becomes an underscore. */
export function defaultName(vehicle: string, date: string, start: number): string {
  return `${vehicle.replace(/[^\p{L}\p{N}._-]+/gu, '_')}_${date.replaceAll('-', '_')}__${clockText(start).replaceAll(':', '_')}`;
}

/** Whether a clip begins or ends within a recording of its channel. */
export function isRecorded(intervals: readonly Interval[], channel: number, start: number, seconds: number): boolean {
  const inside = (second: number) => intervals.some((one) => one.channel === channel && second >= one.start && second <= one.end);
  return inside(start) || inside(start + seconds);
}

/** Seconds between the markers of a day that is so many pixels wide. */
export function markerSeconds(width: number): number {
  if (width >= 1200) return 900;
  if (width >= 800) return 1800;
  return width >= 500 ? 3600 : 7200;
}

/** Date and second of the day at an instant, by a zone's clock. */
export function wallClock(at: Date, zone: string): { date: string; second: number } {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return { date: `${parts['year']}-${parts['month']}-${parts['day']}`, second: Number(parts['hour']) * 3600 + Number(parts['minute']) * 60 + Number(parts['second']) };
}
