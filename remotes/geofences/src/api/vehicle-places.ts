import { get } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

const placeSchema = z.object({ coordinates: z.object({ lat: z.number(), lng: z.number() }).nullish().catch(null) });
const placesSchema = z.object({ Presences: z.array(placeSchema).nullish().transform((list) => list ?? []) });

/** Where the vehicles in sight are. */
export async function getVehiclePlaces(signal: AbortSignal): Promise<{ lat: number; lng: number }[]> {
  const { Presences } = await get('/org/{orgId}/vehicles/presence', placesSchema, { narrow: true, signal });
  return Presences.flatMap(({ coordinates }) => (coordinates ? [coordinates] : []));
}
