import type { Recipient } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';
import { listParameters, type ListQuery, type TablePage } from '@outrider/sdk/table';

import { api } from './api';

export const frequencies = ['daily', 'weekly', 'monthly'] as const;
export const periods = ['previous_day', 'last_week', 'week_to_date', 'month_to_date'] as const;
export const formats = ['xlsx', 'pdf', 'csv', 'json'] as const;

const timesSchema = z.object({
  frequency: z.enum(frequencies),
  period: z.enum(periods),
  run_at: z.string(),
  day_of_week: z.number().optional(),
  day_of_month: z.number().optional(),
  zone: z.string(),
});

/** When something runs, and about which days. */
export type Times = z.infer<typeof timesSchema>;

const mailSchema = z.object({ name: z.string(), email: z.string(), state: z.enum(['waiting', 'sent', 'refused']), problem: z.string().optional() });

const runSchema = z.object({
  id: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  reason: z.string().optional(),
  failures: z.number(),
  due: z.string(),
  manual: z.boolean().optional(),
  from: z.string(),
  to: z.string(),
  rows: z.number(),
  bytes: z.number(),
  files: z.array(z.object({ format: z.string(), name: z.string(), bytes: z.number() })),
  mails: z.array(mailSchema),
  made: z.string(),
  finished: z.string().optional(),
});

/** One making of a scheduled report. */
export type ReportRun = z.infer<typeof runSchema>;

const recipientSchema = z.object({ kind: z.enum(['user', 'contact', 'list', 'address']), id: z.string(), name: z.string().optional().transform((name) => name ?? '') });

const scheduleSchema = timesSchema.extend({
  schedule_uuid: z.string(),
  name: z.string(),
  report_type: z.string(),
  /** What it was called when it was last offered. */
  report_title: z.string().optional(),
  vehicle_ids: z.array(z.string()).nullish().transform((v) => v ?? []),
  group_ids: z.array(z.string()).nullish().transform((v) => v ?? []),
  all_vehicles: z.boolean().optional(),
  filters: z.record(z.string(), z.unknown()).nullish().transform((v) => v ?? {}),
  group_by: z.string().optional(),
  columns: z.array(z.string()).nullish().transform((v) => v ?? []),
  formats: z.array(z.enum(formats)),
  recipients: z.array(recipientSchema),
  compared_with: z.literal('previous').optional(),
  creator_id: z.string(),
  creator_name: z.string(),
  state: z.enum(['active', 'paused', 'failed']),
  pause_reason: z.string().optional(),
  paused_by: z.string().optional(),
  next_run: z.string().optional(),
  next_from: z.string().optional(),
  next_to: z.string().optional(),
  last_run: runSchema.optional(),
  version: z.number(),
});

/** A report that runs by the calendar. */
export type Schedule = z.infer<typeof scheduleSchema>;

/** What a form says of a schedule. */
export interface ScheduleDraft extends Times {
  name: string;
  report_type: string;
  vehicle_ids: string[];
  group_ids: string[];
  all_vehicles: boolean;
  filters: Record<string, unknown>;
  group_by?: string | undefined;
  columns: string[];
  formats: (typeof formats)[number][];
  recipients: Recipient[];
  /** Totals and sub-totals beside those of the time of the same length before. */
  compared_with?: 'previous' | undefined;
}

const path = '/reports/scheduled';

export const schedulesKey = ['reports', 'schedules'] as const;

/** Names the table of schedules. */
export const schedulesTable = 'schedules';

const countsSchema = z.object({ all: z.number(), active: z.number(), paused: z.number(), failed: z.number() });

/** How many schedules the user sees, of each state. */
export type ScheduleCounts = z.infer<typeof countsSchema>;

const pageSchema = z.object({ scheduled: z.array(scheduleSchema), total_records: z.number(), page_count: z.number(), counts: countsSchema });

/** A page of the schedules that the user sees. */
export async function listSchedules(query: ListQuery, signal: AbortSignal): Promise<TablePage<Schedule> & { counts: ScheduleCounts }> {
  const { scheduled, total_records, page_count, counts } = await api.get(path, pageSchema, { query: listParameters(query), signal });
  return { rows: scheduled, total: total_records, pageCount: page_count, counts };
}

export const getSchedule = (id: string, signal: AbortSignal): Promise<Schedule> => api.get('/reports/scheduled/{id}', scheduleSchema, { parts: { id }, signal });

/** Saves a schedule; with an id and the version that was seen, one that is there. */
export function saveSchedule(draft: ScheduleDraft, existing?: Pick<Schedule, 'schedule_uuid' | 'version'>): Promise<Schedule> {
  return existing ? api.put(path, { ...draft, schedule_uuid: existing.schedule_uuid, version: existing.version }, scheduleSchema) : api.post(path, draft, scheduleSchema);
}

export const deleteSchedule = (id: string): Promise<void> => api.del(path, { body: { schedule_uuid: id } });
export const pauseSchedule = (id: string, paused: boolean): Promise<void> => api.put('/reports/scheduled/{id}/paused', { paused }, undefined, { parts: { id } });
export const runSchedule = (id: string): Promise<void> => api.post('/reports/scheduled/{id}/run', undefined, undefined, { parts: { id } });

export async function getRuns(id: string, signal: AbortSignal): Promise<ReportRun[]> {
  return (await api.get('/reports/scheduled/{id}/runs', z.object({ runs: z.array(runSchema) }), { parts: { id }, signal })).runs;
}

/** Sends a run again: to these addresses, to all without any. */
export const resendRun = (id: string, run: string, to: readonly string[]): Promise<void> =>
  api.post('/reports/scheduled/{id}/runs/{runId}/resend', { to }, undefined, { parts: { id, runId: run } });

const comingSchema = z.object({ runs: z.array(z.object({ at: z.string(), from: z.string(), to: z.string() })) });

/** A run that is to come. */
export type Coming = z.infer<typeof comingSchema>['runs'][number];

export async function previewRuns(times: Times, signal: AbortSignal): Promise<Coming[]> {
  return (await api.post('/reports/scheduled/preview', times, comingSchema, { signal })).runs;
}
