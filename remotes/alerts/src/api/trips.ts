import { get, post } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

const time = z.union([z.string(), z.number()]).transform((value) => (typeof value === 'number' ? value : Date.parse(value)));
const coords = z.object({ lat: z.number(), lng: z.number() });

const tripsSchema = z.object({
  Trips: z.array(z.object({ start_time: time, end_time: time.nullish(), spanId: z.union([z.string(), z.number()]).catch('') })).nullish().transform((v) => v ?? []),
});

const spanSchema = z.object({
  timestamp: time,
  speed: z.number().nullish(),
  speed_limit: z.number().nullish(),
  gps: z.object({ gps_valid: z.boolean().catch(false), coords: coords.nullish().catch(undefined), gps_timestamp: time.nullish().catch(undefined) }).nullish().catch(undefined),
});
const spansSchema = z.object({ Spans: z.array(spanSchema).nullish().transform((v) => v ?? []) });

/** A drive of a vehicle; times in milliseconds. */
export type Trip = z.infer<typeof tripsSchema>['Trips'][number];
/** One reading of a drive; speeds are km/h, `timestamp` milliseconds. */
export type Span = z.infer<typeof spanSchema>;

const pathOf = (vehicleId: string) => `/org/{orgId}/vehicles/${encodeURIComponent(vehicleId)}/trips`;
const iso = (ms: number) => new Date(ms).toISOString();

/** The drives of a vehicle that touch a stretch of time, in milliseconds. */
export async function getTrips(vehicleId: string, from: number, to: number, signal?: AbortSignal): Promise<Trip[]> {
  return (await get(pathOf(vehicleId), tripsSchema, { query: { start_time: iso(from), end_time: iso(to) }, ...(signal ? { signal } : {}) })).Trips;
}

/** The readings of a vehicle's drives in a stretch of time. */
export async function getSpans(vehicleId: string, from: number, to: number, signal?: AbortSignal): Promise<Span[]> {
  return (await post(`${pathOf(vehicleId)}/spans`, { start_time: iso(from), end_time: iso(to) }, spansSchema, signal ? { signal } : {})).Spans;
}
