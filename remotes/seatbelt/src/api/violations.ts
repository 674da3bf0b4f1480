import * as z from '@outrider/sdk/schema';
import { listParameters, type ListQuery, type TablePage } from '@outrider/sdk/table';

import { api } from './api';

const violationSchema = z.object({
  vehicle_id: z.string(),
  vehicle_name: z.string(),
  device_id: z.string(),
  /** Empty: nobody was assigned. */
  driver_name: z.string(),
  start_ms: z.number(),
  end_ms: z.number(),
  is_over: z.boolean(),
  duration_s: z.number(),
  distance_m: z.number(),
  top_kmh: z.number(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  place: z.string(),
});

/** Driving with the seat belt unfastened. */
export type Violation = z.infer<typeof violationSchema>;

const pageSchema = z.object({ violations: z.array(violationSchema), page_count: z.number(), total_records: z.number() });

/** One page of violations. */
export async function listViolations(query: ListQuery, signal?: AbortSignal): Promise<TablePage<Violation>> {
  const answer = await api.get('/org/{orgId}/seatbelt/violations', pageSchema, { query: listParameters(query), ...(signal ? { signal } : {}), narrow: true });
  return { rows: answer.violations, total: answer.total_records, pageCount: answer.page_count };
}

const summarySchema = z.object({ violations: z.number(), before: z.number(), duration_s: z.number(), newest: z.array(violationSchema) });

/** How many violations there were in the last days, and in as many days before. */
export function getSummary(days: number, signal?: AbortSignal): Promise<z.infer<typeof summarySchema>> {
  return api.get('/org/{orgId}/seatbelt/summary', summarySchema, { query: { days: String(days) }, ...(signal ? { signal } : {}), narrow: true });
}
