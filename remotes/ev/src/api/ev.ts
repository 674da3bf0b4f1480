import { currentFormat } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

import { api } from './api';

const rowSchema = z.object({
  vehicle_id: z.string(),
  vehicle_name: z.string(),
  group: z.string(),
  distance_m: z.number(),
  used_kwh: z.number().optional(),
  kwh_per_100km: z.number().optional(),
  regenerated_kwh: z.number(),
  sessions: z.number(),
  added_kwh: z.number(),
  cost: z.number().optional(),
  soc_percent: z.number().optional(),
  range_m: z.number().optional(),
  charging: z.boolean(),
  power_kw: z.number(),
  low: z.boolean(),
  need_m: z.number().optional(),
  need_entered: z.boolean(),
  /** RFC 3339, as the other times of a row. */
  leaves_at: z.string().optional(),
  enough: z.enum(['enough', 'barely', 'short', 'unknown']),
  battery_kwh: z.number(),
  /** What is to be charged until the range is enough. */
  need_kwh: z.number().optional(),
  enough_at: z.string().optional(),
  full_at: z.string().optional(),
  lat: z.number().optional(),
  lng: z.number().optional(),
});
const totalsSchema = z.object({
  vehicles: z.number(),
  distance_m: z.number(),
  used_kwh: z.number(),
  kwh_per_100km: z.number().optional(),
  regenerated_kwh: z.number(),
  sessions: z.number(),
  added_kwh: z.number(),
  cost: z.number(),
  charging: z.number(),
  low: z.number(),
  short: z.number(),
});
const usageSchema = z.object({
  vehicles: z.array(rowSchema),
  totals: totalsSchema,
  before: totalsSchema,
  best: z.string(),
  worst: z.string(),
  past: z.object({ complete: z.boolean(), share: z.number() }),
  setting: z.object({ per_kwh: z.number().optional(), currency: z.string().optional(), low_percent: z.number() }),
});
const sessionsSchema = z.object({
  sessions: z.array(z.object({
    id: z.string(),
    vehicle_id: z.string(),
    vehicle_name: z.string(),
    start: z.string(),
    end: z.string(),
    goes_on: z.boolean(),
    energy_kwh: z.number(),
    peak_kw: z.number(),
    soc_before: z.number().optional(),
    soc_after: z.number().optional(),
    cost: z.number().optional(),
    place: z.string(),
  })),
});
/** Unix ms, kW of the charger, state of charge in percent. */
const curveSchema = z.object({ points: z.array(z.array(z.number().nullable())) });

export type EvRow = z.infer<typeof rowSchema>;
export type EvUsage = z.infer<typeof usageSchema>;
export type Session = z.infer<typeof sessionsSchema>['sessions'][number];

/** A half-open range of time, RFC 3339. */
export interface Range {
  from: string;
  to: string;
}

/** The day whose need a range is held against. */
export type Day = 'today' | 'tomorrow';

interface Asked extends Range {
  vehicle_ids?: string[];
  filters?: Record<string, string>;
  need_of?: Day;
}

export function getUsage({ filters = {}, ...asked }: Asked, signal: AbortSignal): Promise<EvUsage> {
  return api.post('/org/{orgId}/ev/usage', { ...asked, ...filters, zone: currentFormat().settings.zone }, usageSchema, { narrow: true, signal });
}

/** How far a vehicle has to go in a day; null: as its weekdays were. */
export function setNeed(vehicleId: string, metres: number | null): Promise<void> {
  return api.put('/org/{orgId}/ev/vehicles/{id}', metres === null ? {} : { need_m: metres }, undefined, { parts: { id: vehicleId } });
}

export async function getSessions({ from, to }: Range, signal: AbortSignal): Promise<Session[]> {
  return (await api.get('/org/{orgId}/ev/sessions', sessionsSchema, { query: { from, to }, narrow: true, signal })).sessions;
}

export async function getCurve(vehicleId: string, { from, to }: Range, signal: AbortSignal): Promise<(number | null)[][]> {
  return (await api.get('/org/{orgId}/ev/vehicles/{id}/curve', curveSchema, { parts: { id: vehicleId }, query: { from, to }, signal })).points;
}
