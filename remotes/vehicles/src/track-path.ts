import { currentFormat, localDateTime } from '@outrider/sdk';

/** How much before and after a moment its track shows, in milliseconds. */
const aroundMs = 300_000;

/** The page of a vehicle's track, around a moment if there is one. */
export function trackPath(vehicleId: string, at?: { timeMs: number; zone?: string }): string {
  const local = (timeMs: number) => localDateTime(timeMs, at?.zone ?? currentFormat().settings.zone);
  return `/tracking?id=${encodeURIComponent(vehicleId)}${at ? `&start=${local(at.timeMs - aroundMs)}&end=${local(at.timeMs + aroundMs)}` : ''}`;
}
