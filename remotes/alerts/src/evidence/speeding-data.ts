import type { TrackingSample } from '@outrider/sdk/device-files';
import { queryOptions } from '@tanstack/react-query';

import type { Alert } from '../api/alert';
import { getSpans, getTrips, type Span } from '../api/trips';
import { metresBetween } from './metres-between';
import { evidenceKey } from './queries';

/** What is shown before and after the event, and how much further trips are asked for; in milliseconds. */
const marginMs = 30_000;
const widerMs = 2 * 3_600_000;
/** How near a reading has to be to a point of the event to be matched with it, in metres. */
export const matchM = 25;

/** The points of a speeding alert. */
export type SpeedingPoint = 'start' | 'max' | 'end';

/** The drive of a speeding alert. */
export interface SpeedingDrive {
  /** From 30 s before the event to 30 s after it. */
  route: TrackingSample[];
  /** The readings that belong to the points of the event. */
  matched: Partial<Record<SpeedingPoint, TrackingSample>>;
}

/** From when to when a speeding alert is shown, in milliseconds. */
export function windowOf({ start, end, max, event_time_utc, duration_ms }: Alert): { from: number; to: number } {
  const began = Date.parse(start?.time ?? event_time_utc);
  const last = end ?? max; // of one that goes on: as far as is known
  const ended = last ? Date.parse(last.time) : began + (duration_ms ?? 0);
  return { from: began - marginMs, to: Math.max(began, ended) + marginMs };
}

/** Reads the drive of a speeding alert: its trips from two hours before to two hours after, and the readings of the part that is shown. */
export function driveQuery(alert: Alert) {
  return queryOptions({
    queryKey: [...evidenceKey, 'drive', alert.alert_id, (alert.end ?? alert.max)?.time ?? ''],
    queryFn: ({ signal }) => readDrive(alert, signal),
    enabled: alert.vehicle_id !== '',
    staleTime: 60_000,
    retry: false,
  });
}

async function readDrive(alert: Alert, signal: AbortSignal): Promise<SpeedingDrive> {
  const { from, to } = windowOf(alert);
  const [trips, spans] = await Promise.all([getTrips(alert.vehicle_id, from - widerMs, to + widerMs, signal), getSpans(alert.vehicle_id, from, to, signal)]);
  const isDriven = (at: number) => trips.length === 0 || trips.some(({ start_time, end_time }) => at >= start_time && at <= (end_time ?? Infinity));
  const route = spans.filter(({ timestamp }) => timestamp >= from && timestamp <= to && isDriven(timestamp)).map((span) => sampleOf(span, alert));
  return { route, matched: matchedOf(alert, route) };
}

function sampleOf({ timestamp, speed, speed_limit, gps }: Span, { limit }: Alert): TrackingSample {
  return {
    time: timestamp, zoneMinutes: 0, dstMinutes: 0, gpsTime: gps?.gps_timestamp ?? timestamp, gpsValid: gps?.gps_valid === true && gps.coords != null,
    lat: gps?.coords?.lat ?? 0, lng: gps?.coords?.lng ?? 0, speedKmh: speed ?? 0, courseDeg: 0, dipState: 0, ignition: true,
    speedLimitKmh: speed_limit ?? limit ?? undefined, idling: false,
  };
}

/** For each point of the event the nearest reading within {@link matchM}; of several as near, the nearest in time. */
export function matchedOf(alert: Pick<Alert, SpeedingPoint>, route: readonly TrackingSample[]): SpeedingDrive['matched'] {
  const matched: SpeedingDrive['matched'] = {};
  for (const name of ['start', 'max', 'end'] as const) {
    const point = alert[name];
    if (point?.lat == null || point.lng == null) continue;
    const place = { lat: point.lat, lng: point.lng };
    const at = Date.parse(point.time);
    const [best] = route
      .filter(({ gpsValid }) => gpsValid)
      .map((sample) => ({ sample, far: metresBetween(sample, place), late: Math.abs(sample.time - at) }))
      .filter(({ far }) => far <= matchM)
      .sort((a, b) => a.late - b.late || a.far - b.far);
    if (best) matched[name] = best.sample;
  }
  return matched;
}
