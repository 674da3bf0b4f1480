import * as z from '@outrider/sdk/schema';

import { alertSchema, type Alert, type Quality } from './alert';
import { api } from './api';

/** What begins the key of everything that is read about alerts. */
export const alertsKey = ['alerts'] as const;

/** A band of the filter of speeding, in the reader's units. */
interface SpeedingBand {
  band: string;
  type: string;
  value: number;
  shown: boolean;
  vehicles?: readonly string[];
}

/** One condition of a search. */
export interface Filter {
  attribute: string;
  value: string | readonly (string | number)[] | { type: string; value: number } | readonly SpeedingBand[];
}

/** A search; times in milliseconds. */
export interface Search {
  from: number;
  to: number;
  filters: readonly Filter[];
  /** What the search is for; an analysis covers at most seven days. */
  kind?: 'alerts' | 'analysis';
  order?: string;
  page?: number;
  size?: number;
}

/** One page of a search. */
export interface AlertPage {
  alerts: Alert[];
  total: number;
  /** The total is an estimate. */
  isAbout: boolean;
  pageCount: number;
}

const pageSchema = z.object({
  Alerts: z.array(alertSchema).nullish().transform((v) => v ?? []),
  page_count: z.number().default(0),
  total_records: z.number().default(0),
  total_is_estimate: z.boolean().default(false),
});

/** How many alerts one bulk call takes. */
export const bulkChunk = 1000;

/** A page of alerts and how many there are. */
export async function searchAlerts({ from, to, filters, kind = 'alerts', order = 'id', page = 1, size = 100 }: Search, signal?: AbortSignal): Promise<AlertPage> {
  const query = { order_by: order, page_num: page, rows_per_page: size };
  const answer = await api.post('/org/{orgId}/alerts/elastic', bodyOf(kind, { from, to, filters }), pageSchema, { query, narrow: true, ...(signal ? { signal } : {}) });
  return { alerts: answer.Alerts, total: answer.total_records, isAbout: answer.total_is_estimate, pageCount: answer.page_count };
}

const countsSchema = z.object({ counts: z.array(z.object({ day: z.number(), alert_type: z.string(), alerts: z.number() })) });

/** How many alerts of a type a day has; days are numbered from 0. */
export type DayCount = z.infer<typeof countsSchema>['counts'][number];

/** Alerts that are not archived, by day and type: each day is from one start to the next one, in milliseconds. */
export async function countDays(starts: readonly number[], signal?: AbortSignal): Promise<DayCount[]> {
  const body = { starts: starts.map((at) => new Date(at).toISOString()), filters: [{ attribute: 'kind', value: ['driving', 'speeding'] }, { attribute: 'archived', value: 'False' }] };
  return (await api.post('/org/{orgId}/alerts/counts', body, countsSchema, { narrow: true, ...(signal ? { signal } : {}) })).counts;
}

/** Writes all alerts of a search into a file; the answer is the file's address. */
export async function reportAlerts(format: 'csv' | 'xlsx', search: Pick<Search, 'from' | 'to' | 'filters'>, signal: AbortSignal): Promise<string> {
  const { s3_location } = await api.post('/org/{orgId}/alerts/elastic', bodyOf(format, search), z.object({ s3_location: z.string() }), { narrow: true, signal });
  return s3_location;
}

const idsSchema = z.object({ ids: z.array(z.string()), more: z.boolean() });

/** How many alerts {@link searchIds} names. */
export const mostIds = 10_000;

/** The ids of all alerts of a search, at most {@link mostIds}. */
export async function searchIds(search: Pick<Search, 'from' | 'to' | 'filters' | 'order'>): Promise<string[]> {
  return (await api.post('/org/{orgId}/alerts/ids', bodyOf('alerts', search), idsSchema, { query: { order_by: search.order ?? 'id' }, narrow: true })).ids;
}

const driversSchema = z.object({ drivers: z.array(z.object({ id: z.string(), name: z.string() })) });

/** Who drove vehicles that the user sees. */
export async function readDrivers(signal?: AbortSignal): Promise<{ id: string; name: string }[]> {
  return (await api.get('/org/{orgId}/alerts/drivers', driversSchema, { narrow: true, ...(signal ? { signal } : {}) })).drivers;
}

/** One alert; one that is gone or not seen is an ApiError `not_found`. */
export function readAlert(id: string, signal?: AbortSignal): Promise<Alert> {
  return api.get('/org/{orgId}/alerts/{id}', alertSchema, { parts: { id }, ...(signal ? { signal } : {}) });
}

/** Notes that the user looks at an alert. */
export function noteView(id: string): Promise<void> {
  return api.post('/org/{orgId}/alerts/{id}/views', undefined, undefined, { parts: { id } });
}

/** What is changed on alerts. */
export interface StateChange {
  read?: boolean;
  archived?: boolean;
}

/** Marks alerts, 1,000 a call and all calls at once; `onDone` hears how many are done. */
export async function changeAlerts(ids: readonly string[], change: StateChange, onDone?: (done: number) => void): Promise<void> {
  let done = 0;
  const chunks = Array.from({ length: Math.ceil(ids.length / bulkChunk) }, (_, i) => ids.slice(i * bulkChunk, (i + 1) * bulkChunk));
  await Promise.all(
    chunks.map(async (alerts) => {
      await api.put('/org/{orgId}/alerts/bulk', { alerts, ...change }, undefined);
      done += alerts.length;
      onDone?.(done);
    }),
  );
}

/** Says how the driving was. */
export function rateAlert(id: string, quality: Quality): Promise<Alert> {
  return api.put('/org/{orgId}/alerts/{id}/quality', { user_driving_quality: quality }, alertSchema, { parts: { id } });
}

const activitySchema = z.object({
  activity: z.array(z.object({ action: z.string(), detail: z.string(), user_name: z.string(), at: z.string() })),
});

/** Who did what with an alert. */
export type Activity = z.infer<typeof activitySchema>['activity'][number];

/** The log of an alert, the newest first. */
export async function readActivity(id: string, signal?: AbortSignal): Promise<Activity[]> {
  return (await api.get('/org/{orgId}/alerts/{id}/activity', activitySchema, { parts: { id }, ...(signal ? { signal } : {}) })).activity;
}

function bodyOf(query_type: string, { from, to, filters }: Pick<Search, 'from' | 'to' | 'filters'>) {
  return { query_type, start_timestamp: new Date(from).toISOString(), end_timestamp: new Date(to).toISOString(), filters };
}
