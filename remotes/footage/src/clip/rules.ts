import type { Interval } from './interval';

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

/** Date and second of the day at an instant, by a zone's clock. */
export function wallClock(at: Date, zone: string): { date: string; second: number } {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return { date: `${parts['year']}-${parts['month']}-${parts['day']}`, second: Number(parts['hour']) * 3600 + Number(parts['minute']) * 60 + Number(parts['second']) };
}

/** How long before an event a clip begins, in seconds: in the dialog that was opened for it, and where its mark is chosen on the timeline. */
export const lead = { dialog: 15, timeline: 10 } as const;

/** Device families whose camera 1 looks at the driver. */
const driverFirst = new Set(['D700']);

/** The camera that an event is best seen by: that of the driver for driver monitoring, else the first. */
export function defaultChannel(alertType: string | undefined, { model, dmsChannel }: { model: string; dmsChannel?: number }): number {
  if (!alertType?.toLowerCase().startsWith('dms')) {
    return 1;
  }
  return dmsChannel ?? (driverFirst.has(model) ? 1 : 2);
}

/** Why a clip of a channel may not be had in whole: where its recording stops or begins within the clip, or that there is none. */
export type Lack = { kind: 'stops' | 'begins'; at: number } | { kind: 'none' };

/** What is not recorded of a clip; undefined when all of it is. Recordings that meet are one. */
export function lackOf(intervals: readonly Interval[], channel: number, start: number, seconds: number): Lack | undefined {
  const joined = joinedOf(intervals.filter((one) => one.channel === channel));
  const first = joined.find((one) => start >= one.start && start <= one.end);
  if (first) {
    return first.end >= start + seconds ? undefined : { kind: 'stops', at: first.end };
  }
  const later = joined.find((one) => one.start > start && one.start < start + seconds);
  return later ? { kind: 'begins', at: later.start } : { kind: 'none' };
}

/** Recordings of one channel in their order, those that meet as one. */
export function joinedOf(intervals: readonly Interval[]): Interval[] {
  const joined: Interval[] = [];
  for (const one of [...intervals].sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last && one.start <= last.end + 1) {
      joined[joined.length - 1] = { ...last, end: Math.max(last.end, one.end), hasEnd: last.hasEnd && one.hasEnd };
    } else {
      joined.push(one);
    }
  }
  return joined;
}

/** A clip as items of one day each: what lies beyond midnight is an item of the next day. */
export function cutAtMidnight(start: number, seconds: number): { seconds: number; rest: number } {
  const kept = Math.min(seconds, daySeconds - start);
  return { seconds: kept, rest: seconds - kept };
}
