import * as z from '@outrider/sdk/schema';

import { api } from './api';

const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((v) => v ?? undefined).catch(undefined);

/** Presence of one device, as the API lists it and as `presenceUpdates` pushes it. Speeds in km/h, mileage in km. */
export const presenceSchema = z.object({
  device_id: z.string(),
  vehicle_id: z.string(),
  name: z.string().catch(''),
  type: z.string().catch(''),
  is_defaultdevice: z.boolean().catch(false),
  coordinates: optional(z.object({ lat: z.number(), lng: z.number() })),
  direction: optional(z.number()),
  mileage: optional(z.number()),
  status: z.enum(['MOVING', 'IDLING', 'STATIONARY', 'OFFLINE', 'UNKNOWN']),
  speed: optional(z.number()),
  speed_limit: optional(z.number()),
  /** Unix milliseconds. */
  last_seen: z.string().nullish().transform((v) => (v ? Date.parse(v) : undefined)),
  acc: optional(z.boolean()),
  faults: z.number().catch(0),
  network_signal: optional(z.number()),
  channels: z.array(z.unknown()).nullish().transform((v) => v ?? []),
  place: z.string().catch(''),
  driver: optional(z.string()),
  /** Unix milliseconds; undefined: on no trip. */
  trip_start: z.string().nullish().transform((v) => (v ? Date.parse(v) : undefined)),
  /** Pushed once: the device is not on this vehicle any more, or the vehicle is gone. */
  removed: z.boolean().optional(),
});

/** One device's presence. */
export type PresenceRecord = z.infer<typeof presenceSchema>;

/** The answer to `GET /org/{orgId}/vehicles/presence`. */
export const presencesSchema = z.object({ Presences: z.array(presenceSchema).nullish().transform((v) => v ?? []) });

/** What every vehicle in scope is doing. */
export async function getPresences(signal?: AbortSignal): Promise<PresenceRecord[]> {
  const { Presences } = await api.get('/org/{orgId}/vehicles/presence', presencesSchema, { narrow: true, ...(signal ? { signal } : {}) });
  return Presences;
}

/** What some vehicles are doing, at most 500. */
export async function getPresencesOf(vehicleIds: readonly string[], signal?: AbortSignal): Promise<PresenceRecord[]> {
  const query = { vehicle_ids: vehicleIds.join(',') };
  const { Presences } = await api.get('/org/{orgId}/vehicles/presence', presencesSchema, { query, ...(signal ? { signal } : {}) });
  return Presences;
}

/** Reads pushed values; one that is not presence is left out. */
export function readPresences(values: unknown[]): PresenceRecord[] {
  return values.flatMap((value) => {
    const parsed = presenceSchema.safeParse(value);
    return parsed.success ? [parsed.data] : [];
  });
}
