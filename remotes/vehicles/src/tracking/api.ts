import { ApiError, get, session, shellInfo } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

import { api } from '../api/api';
import { vehicleSchema, type VehicleRecord } from '../api/get-vehicles';
import { readTrack, trackSchema, type Track } from './track';

/** From when to when: local times of the vehicle, or RFC 3339. The end is the first moment that is too late. */
export interface Range {
  start: string;
  end: string;
}

const instant = z.string().transform((text) => Date.parse(text));
const endSchema = z.object({ lat: z.number(), lng: z.number(), place: z.string().catch('') }).nullable().catch(null);
const periodSchema = z.object({ start_time: instant, end_time: instant });

/** The answer of `GET …/vehicles/{id}/trips`; times in Unix milliseconds, lengths in seconds and metres, speeds in km/h. */
export const tripsSchema = z.object({
  Trips: z.array(
    z.object({
      start_time: instant, end_time: instant, spanId: z.string(), from: endSchema, to: endSchema, driver_name: z.string().catch(''), repaired_at: z.string().nullable().catch(null), top_speed: z.number(), mean_speed: z.number(), over_s: z.number(),
      drive_s: z.number(), distance_m: z.number(), idle_s: z.number(),
    }),
  ),
  Stops: z.array(z.object({ start_time: instant, end_time: instant, place: z.string().catch(''), idle_s: z.number(), coords: z.object({ lat: z.number(), lng: z.number() }).nullable() })),
  Idling: z.array(periodSchema),
  Silent: z.array(periodSchema),
  Summary: z.object({
    distance_m: z.number(), drive_s: z.number(), idle_s: z.number(), stand_s: z.number(), silent_s: z.number(), trips: z.number(), top_speed: z.number(), over_s: z.number(),
  }),
  zone: z.string(),
});

/** See {@link tripsSchema}. */
export type Trips = z.infer<typeof tripsSchema>;
/** One trip. */
export type Trip = Trips['Trips'][number];
/** The time between two trips. */
export type Stop = Trips['Stops'][number];

const pathOf = (vehicleId: string) => `/org/{orgId}/vehicles/${encodeURIComponent(vehicleId)}`;

/** A vehicle by its id. */
export function getVehicle(id: string, signal: AbortSignal): Promise<VehicleRecord> {
  return api.get('/org/{orgId}/vehicles/{id}/verbose', vehicleSchema, { parts: { id }, signal });
}

/** Trips, stops and a summary; `stopMinutes` is how long a stop is at least. */
export function getTrips(vehicleId: string, { start, end }: Range, stopMinutes: number, signal: AbortSignal): Promise<Trips> {
  return api.get('/org/{orgId}/vehicles/{id}/trips', tripsSchema, { parts: { id: vehicleId }, query: { start_time: start, end_time: end, stop_minutes: stopMinutes }, signal });
}

/** About how many readings of a range are asked for: more than a screen can show at once, few enough to be drawn at once. A day of 25 hours at one a second has fewer. */
const mostReadings = 90_100;

/** The readings; of a long range about as many as a screen can show. */
export async function getTrack(vehicleId: string, { start, end }: Range, signal: AbortSignal): Promise<Track> {
  return readTrack(await get(`${pathOf(vehicleId)}/track`, trackSchema, { query: { start_time: start, end_time: end, points: mostReadings }, signal }));
}

/** The kinds of files that a track can be saved as. */
export const fileFormats = ['csv', 'xlsx', 'gpx', 'kml', 'geojson'] as const;

/** Where a track is had as a file. */
export function filePath(vehicleId: string, { start, end }: Range, format: (typeof fileFormats)[number]): string {
  return `${pathOf(vehicleId)}/track/file?${new URLSearchParams({ start_time: start, end_time: end, format }).toString()}`;
}

/** Calls an operation that does not answer JSON, with a token that is renewed once. */
export async function fetchRaw(path: string, init: { method?: 'GET' | 'POST'; body?: string; signal: AbortSignal }): Promise<Response> {
  const url = `/api${path.replace('{orgId}', encodeURIComponent(shellInfo()?.session.Org.id ?? ''))}`;
  const ask = async () =>
    fetch(url, { ...init, headers: { Authorization: `Bearer ${await session.token()}`, ...(init.body ? { 'Content-Type': 'application/json' } : {}) } }).catch((cause: unknown) => {
      if (init.signal.aborted) throw cause;
      throw new ApiError({ kind: 'offline', status: 0, title: 'The server cannot be reached.', cause });
    });
  let response = await ask();
  if (response.status === 401) {
    await session.renew(session.token());
    response = await ask();
  }
  if (!response.ok) {
    const problem = (await response.json().catch(() => ({}))) as { title?: unknown };
    throw new ApiError({ kind: kinds[response.status] ?? 'unavailable', status: response.status, title: typeof problem.title === 'string' ? problem.title : '' });
  }
  return response;
}

const kinds: Record<number, 'invalid' | 'denied' | 'not_found'> = { 403: 'denied', 404: 'not_found', 422: 'invalid' };

const lineSchema = z.object({
  rows: z.array(z.array(z.unknown())).optional(),
  done: z.boolean().optional(),
  count: z.number().optional(),
  problem: z.object({ title: z.string() }).optional(),
});

/** The rows of an operation that a manifest declares for tables; values in the order of its columns. */
export async function getRows(operation: string, body: { vehicle_ids: string[]; from: string; to: string; zone: string }, signal: AbortSignal): Promise<unknown[][]> {
  const path = operation.replace(/^POST \/api/, '');
  const response = await fetchRaw(path, { method: 'POST', body: JSON.stringify(body), signal });
  const found: unknown[][] = [];
  for (const text of (await response.text()).split('\n')) {
    if (text === '') continue;
    const line = lineSchema.parse(JSON.parse(text));
    if (line.problem) throw new ApiError({ kind: 'unavailable', status: 503, title: line.problem.title });
    found.push(...(line.rows ?? []));
    if (line.done && line.count === found.length) return found;
  }
  throw new ApiError({ kind: 'unexpected', status: 200, title: 'Could not load data.' });
}
