import { get } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

const spotSchema = z.object({ label: z.string(), country: z.string(), lat: z.number(), lng: z.number() });

/** A place on the map that has a name. */
export type Spot = z.infer<typeof spotSchema>;

/** Places and addresses by name, those around a point first. */
export function findPlaces(text: string, near: { lat: number; lng: number }, signal: AbortSignal): Promise<Spot[]> {
  return get('/geo/search', z.array(spotSchema), { query: { text, lat: near.lat, lng: near.lng }, signal });
}

/** The place that two numbers are, latitude before longitude: `53.3, -2.4`. */
export function coordinatesOf(text: string): Spot | undefined {
  const [, lat, lng] = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(text) ?? [];
  const spot = { label: text.trim(), country: '', lat: Number(lat), lng: Number(lng) };
  return lat !== undefined && Math.abs(spot.lat) <= 90 && Math.abs(spot.lng) <= 180 ? spot : undefined;
}
