import * as z from '@outrider/sdk/schema';
import { listParameters, type ListQuery, type TablePage } from '@outrider/sdk/table';

import { api } from './api';

export const visitSchema = z.object({
  id: z.string(),
  geofence_id: z.string(),
  geofence: z.string(),
  vehicle_id: z.string(),
  vehicle: z.string(),
  arrival_ms: z.number(),
  departure_ms: z.number(),
  duration_s: z.number(),
  ended: z.string(),
  found: z.boolean(),
  through: z.boolean(),
  distance_m: z.number(),
  top_speed_kmh: z.number().nullish(),
  corrected_ms: z.number(),
  events: z.array(z.object({ trigger: z.string(), at_ms: z.number(), end_ms: z.number() })),
});
export type Visit = z.infer<typeof visitSchema>;

const listSchema = z.object({ visits: z.array(visitSchema), page_count: z.number(), total_records: z.number() });

/** One page of the visits to a geofence. */
export async function listVisits(geofenceId: string, query: ListQuery, signal?: AbortSignal): Promise<TablePage<Visit>> {
  const asked = { ...query, filters: [...query.filters, { field: 'geofence_id', op: 'eq' as const, values: [geofenceId] }] };
  const answer = await api.get('/org/{orgId}/geofences/visits', listSchema, { query: listParameters(asked), ...(signal ? { signal } : {}) });
  return { rows: answer.visits, total: answer.total_records, pageCount: answer.page_count };
}

const dayRow = z.object({ day: z.string(), visits: z.number(), vehicles: z.number(), inside_s: z.number() });
const daysSchema = z.object({ days: z.array(dayRow) });

/** What happened at a geofence on a day, `YYYY-MM-DD`. */
export type VisitDay = z.infer<typeof dayRow>;

/** The visits to a geofence of the last 30 days by day of a zone, the newest first; days without one are missing. */
export async function getVisitDays(geofenceId: string, zone: string, signal?: AbortSignal): Promise<VisitDay[]> {
  const { days } = await api.get('/org/{orgId}/geofences/visits/days', daysSchema, { query: { geofence_id: geofenceId, zone }, ...(signal ? { signal } : {}) });
  return days;
}
