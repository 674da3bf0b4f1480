import * as z from '@outrider/sdk/schema';

import { api } from './api';

/** Vehicles by category; averages have fractions. */
export const countsSchema = z.object({
  moving: z.number(),
  idling: z.number(),
  parked: z.number(),
  offline_day: z.number(),
  offline_week: z.number(),
  offline_long: z.number(),
  never: z.number(),
});

/** The answer to `GET /org/{orgId}/vehicles/status`. */
export const fleetStatusSchema = z.object({ total: z.number(), now: countsSchema, last_7_days: countsSchema, previous_7_days: countsSchema });

/** See the schema. */
export type FleetStatusAnswer = z.infer<typeof fleetStatusSchema>;

/** The fleet by category: now, and on an average day of the last 7 and of the 7 before. */
export function getFleetStatus(signal?: AbortSignal): Promise<FleetStatusAnswer> {
  return api.get('/org/{orgId}/vehicles/status', fleetStatusSchema, { narrow: true, ...(signal ? { signal } : {}) });
}
