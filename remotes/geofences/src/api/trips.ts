import { get } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

/** A place as GeoJSON writes it. */
export type LinePoint = readonly [lng: number, lat: number];

const end = z.object({ place: z.string().catch('') }).nullable().catch(null);
const instant = z.string().transform((text) => Date.parse(text));
const tripsSchema = z.object({ Trips: z.array(z.object({ start_time: instant, end_time: instant, spanId: z.string(), distance_m: z.number(), from: end, to: end })) });

/** A trip of the past. */
export type PastTrip = z.infer<typeof tripsSchema>['Trips'][number];

const pathOf = (vehicleId: string) => `/org/{orgId}/vehicles/${encodeURIComponent(vehicleId)}`;

/** The trips of a vehicle on a day of its own zone, `YYYY-MM-DD`. */
export async function getTrips(vehicleId: string, day: string, signal: AbortSignal): Promise<PastTrip[]> {
  const answer = await get(`${pathOf(vehicleId)}/trips`, tripsSchema, { query: { start_time: `${day}T00:00:00`, end_time: dayAfter(day) }, signal });
  return answer.Trips;
}

function dayAfter(day: string): string {
  return `${new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)}T00:00:00`;
}

const column = z.array(z.number().nullable()).optional();
const trackSchema = z.object({ chunks: z.array(z.object({ n: z.number(), lat: column, lng: column })) });

/** The way of a trip: columns of differences in millionths of a degree (plugins/vehicles/API.md, Tracks). */
export async function getWay(vehicleId: string, { start_time: from, end_time: to }: PastTrip, signal: AbortSignal): Promise<LinePoint[]> {
  const query = { start_time: new Date(from).toISOString(), end_time: new Date(to + 1).toISOString(), points: 2000 };
  const { chunks } = await get(`${pathOf(vehicleId)}/track`, trackSchema, { query, signal });
  const way: LinePoint[] = [];
  let [lat, lng] = [0, 0];
  for (const chunk of chunks) {
    for (let i = 0; i < chunk.n; i++) {
      const [dLat, dLng] = [chunk.lat?.[i] ?? null, chunk.lng?.[i] ?? null];
      lat += dLat ?? 0;
      lng += dLng ?? 0;
      if (dLat !== null && dLng !== null) way.push([lng / 1e6, lat / 1e6]);
    }
  }
  return way;
}
