import * as z from '@outrider/sdk/schema';

import { api } from './api';

const rowSchema = z.object({
  vehicle_id: z.string(),
  vehicle_name: z.string(),
  group: z.string(),
  fuel: z.string(),
  distance_m: z.number(),
  used_l: z.number().optional(),
  l_per_100km: z.number().optional(),
  idle_s: z.number(),
  idle_l: z.number(),
  idle_cost: z.number().optional(),
  co2_kg: z.number().optional(),
  level_percent: z.number().optional(),
  level_l: z.number().optional(),
  level_at: z.string().optional(),
  refuels: z.number(),
  refuelled_l: z.number(),
  thefts: z.number(),
  stolen_l: z.number(),
  by_level: z.boolean(),
});
const totalsSchema = z.object({
  vehicles: z.number(),
  distance_m: z.number(),
  used_l: z.number(),
  l_per_100km: z.number().optional(),
  idle_s: z.number(),
  idle_l: z.number(),
  idle_cost: z.number(),
  co2_kg: z.number(),
  refuels: z.number(),
  refuelled_l: z.number(),
  thefts: z.number(),
  stolen_l: z.number(),
});
const usageSchema = z.object({
  vehicles: z.array(rowSchema),
  totals: totalsSchema,
  before: totalsSchema,
  compared: z.boolean(),
  best: z.string(),
  worst: z.string(),
  past: z.object({ complete: z.boolean(), share: z.number() }),
  prices: z.array(z.object({ fuel: z.string(), per_l: z.number(), currency: z.string() })),
});
const tankSchema = z.object({
  tank_l: z.number(),
  assumed: z.boolean(),
  /** Unix ms, percent as sent, percent without the trembling, 0 parked, 1 idling, 2 driving. */
  points: z.array(z.array(z.number().nullable())),
  events: z.array(z.object({
    id: z.string(),
    kind: z.enum(['refuel', 'theft']),
    at: z.string(),
    end: z.string(),
    litres: z.number(),
    before_percent: z.number(),
    after_percent: z.number(),
    certainty: z.number(),
    ignition: z.boolean(),
    place: z.string(),
    dismissed: z.boolean(),
  })),
});

export type FuelRow = z.infer<typeof rowSchema>;
export type FuelUsage = z.infer<typeof usageSchema>;
export type Tank = z.infer<typeof tankSchema>;
export type TankEvent = Tank['events'][number];

/** A half-open range of time, RFC 3339. */
export interface Range {
  from: string;
  to: string;
}

export function getUsage({ filters = {}, ...range }: Range & { vehicle_ids?: string[]; filters?: Record<string, string> }, signal: AbortSignal): Promise<FuelUsage> {
  return api.post('/org/{orgId}/fuel/usage', { ...range, ...filters }, usageSchema, { narrow: true, signal });
}

export function getTank(vehicleId: string, { from, to }: Range, signal: AbortSignal): Promise<Tank> {
  return api.get('/org/{orgId}/fuel/vehicles/{id}/tank', tankSchema, { parts: { id: vehicleId }, query: { from, to }, signal });
}

/** How many litres a vehicle's tank holds. */
export function setTankSize(vehicleId: string, litres: number): Promise<void> {
  return api.put('/org/{orgId}/fuel/vehicles/{id}', { tank_l: litres }, undefined, { parts: { id: vehicleId } });
}

export function dismissEvent(vehicleId: string, eventId: string, dismissed: boolean): Promise<void> {
  return api.put('/org/{orgId}/fuel/vehicles/{id}/events/{eventId}', { dismissed }, undefined, { parts: { id: vehicleId, eventId } });
}
