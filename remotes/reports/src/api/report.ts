import { postForFile } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

import { api } from './api';

const namesSchema = z.record(z.string(), z.record(z.string(), z.string()));
const viewSchema = z.object({
  rows: z.array(z.array(z.unknown())),
  total_rows: z.number(),
  more: z.boolean(),
  totals: z.array(z.unknown()),
  groups: z.array(z.object({ key: z.string(), rows: z.number(), totals: z.array(z.unknown()), bars: z.array(z.number()).optional() })),
  chart: z.array(z.object({ x: z.string(), y: z.array(z.number()), parts: z.array(z.number()).optional() })),
  chart_parts: z.array(z.string()),
  chart_step: z.enum(['day', 'week']).optional(),
  dropped: z.boolean(),
  names: namesSchema,
  made_at: z.string(),
  took_ms: z.number(),
});

/** A report: its rows, and what they come to. */
export type View = z.infer<typeof viewSchema>;
/** What ids are called, by their kinds. */
export type Names = z.infer<typeof namesSchema>;

const totalsSchema = viewSchema.pick({ total_rows: true, totals: true, groups: true }).extend({ compared: z.boolean().optional() });

/** What a report comes to; `compared` is false where too little is known of its time to compare another with it. */
export type Totals = z.infer<typeof totalsSchema>;

/** What a report is asked for. */
export interface Query {
  vehicle_ids: string[];
  group_ids: string[];
  /** RFC 3339; `to` is the first moment that is too late. */
  from: string;
  to: string;
  zone: string;
  filters: Record<string, unknown>;
  /** Of files: a time to compare totals and sub-totals with. */
  compared_with?: { from: string; to: string };
}

export type FileFormat = 'xlsx' | 'pdf' | 'csv' | 'json';

export function getReport(id: string, query: Query, groupBy: string | undefined, signal: AbortSignal): Promise<View> {
  return api.post('/org/{orgId}/reports/{type}/rows', { ...query, ...(groupBy ? { group_by: groupBy } : {}) }, viewSchema, { parts: { type: id }, signal });
}

/** What a report comes to in a time before one that ends at `until`, to be compared with it. */
export function getTotalsBefore(id: string, query: Query, groupBy: string | undefined, until: string, signal: AbortSignal): Promise<Totals> {
  return api.post('/org/{orgId}/reports/{type}/totals', { ...query, until, ...(groupBy ? { group_by: groupBy } : {}) }, totalsSchema, { parts: { type: id }, signal });
}

/** A report as a file with all of its rows. */
export function getReportFile(id: string, query: Query, format: FileFormat, columns: readonly string[], groupBy: string, signal: AbortSignal): Promise<Blob> {
  return postForFile(`/org/{orgId}/reports/${encodeURIComponent(id)}/file`, { ...query, format, columns, ...(groupBy ? { group_by: groupBy } : {}) }, { signal });
}
