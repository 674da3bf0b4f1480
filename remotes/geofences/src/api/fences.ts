import * as z from '@outrider/sdk/schema';
import { listParameters, type ListQuery, type TablePage } from '@outrider/sdk/table';

import { api } from './api';

const point = z.object({ lat: z.number(), lng: z.number() });

/** Where a geofence is, as the API has it. */
export const areaSchema = z.object({ type: z.enum(['polygon', 'circle']), points: z.array(point).nullish(), center: point.optional(), radius_m: z.number().optional() });
export type Area = z.infer<typeof areaSchema>;

export const triggersSchema = z.object({
  enter: z.boolean().default(false),
  leave: z.boolean().default(false),
  speed_above_kmh: z.number().optional(),
  speed_below_kmh: z.number().optional(),
  park_inside_s: z.number().optional(),
});
export type Triggers = z.infer<typeof triggersSchema>;

export const periodSchema = z.object({
  days: z.array(z.number()).nullable().transform((days) => days ?? []), from: z.string().default(''), to: z.string().default(''), zone: z.string().default(''),
});
export type Period = z.infer<typeof periodSchema>;

export const fenceSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  colour: z.string(),
  shape: areaSchema,
  triggers: triggersSchema,
  active_period: periodSchema.nullish(),
  disabled: z.boolean(),
  all_vehicles: z.boolean(),
  vehicle_ids: z.array(z.string()),
  group_ids: z.array(z.string()),
  shared_with: z.array(z.string()),
  may_edit: z.boolean(),
  created_by: z.string(),
  group_id: z.string(),
  version: z.number(),
});
export type Fence = z.infer<typeof fenceSchema>;

export const rowSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  colour: z.string(),
  kind: z.enum(['polygon', 'circle']),
  triggers: triggersSchema,
  active_period: periodSchema.nullish(),
  disabled: z.boolean(),
  all_vehicles: z.boolean(),
  vehicle_count: z.number(),
  group_ids: z.array(z.string()),
  may_edit: z.boolean(),
  box: z.array(z.number()),
});
export type FenceRow = z.infer<typeof rowSchema>;

export const nowSchema = z.object({ id: z.string(), inside: z.number(), events: z.number() });
const listSchema = z.object({ geofences: z.array(rowSchema), page_count: z.number(), total_records: z.number() });
const oneSchema = z.object({ geofence: z.array(fenceSchema) });

/** A line of the list, with what happens there now. */
export type ListedFence = FenceRow & { inside: number | undefined; events: number | undefined };

const options = (signal: AbortSignal | undefined) => (signal ? { signal } : {});

/** One page of the geofences that a table asks for, with who is inside. */
export async function listFences(query: ListQuery, signal?: AbortSignal): Promise<TablePage<ListedFence>> {
  const answer = await api.get('/org/{orgId}/geofences', listSchema, { query: listParameters(query), ...options(signal) });
  const now = await getNow(answer.geofences.map(({ id }) => id), signal);
  return { rows: answer.geofences.map((row) => ({ ...row, ...now.get(row.id), id: row.id, inside: now.get(row.id)?.inside, events: now.get(row.id)?.events })), total: answer.total_records, pageCount: answer.page_count };
}

/** Geofences by what was typed, without what happens there. */
export async function findFences(q: string, most: number, signal: AbortSignal): Promise<FenceRow[]> {
  const query = listParameters({ page: 1, size: 10, sort: [], q: q.slice(0, 100), filters: [] });
  return (await api.get('/org/{orgId}/geofences', listSchema, { query, signal })).geofences.slice(0, most);
}

/** Who is inside geofences now, and what they raised in 30 days. */
export async function getNow(ids: readonly string[], signal?: AbortSignal): Promise<Map<string, z.infer<typeof nowSchema>>> {
  if (ids.length === 0) return new Map();
  const { geofences } = await api.get('/org/{orgId}/geofences/now', z.object({ geofences: z.array(nowSchema) }), { query: { ids: ids.join(',') }, ...options(signal) });
  return new Map(geofences.map((one) => [one.id, one]));
}

/** One geofence. */
export async function getFence(id: string, signal?: AbortSignal): Promise<Fence> {
  const { geofence } = await api.get('/org/{orgId}/geofences/{id}', oneSchema, { parts: { id }, ...options(signal) });
  return geofence[0] as Fence;
}

export const drawnSchema = z.object({ id: z.string(), name: z.string(), colour: z.string(), disabled: z.boolean(), shape: areaSchema });
export type DrawnFence = z.infer<typeof drawnSchema>;
const mapSchema = z.object({ geofences: z.array(drawnSchema), more: z.boolean() });

/** The geofences of a part of the map, as they are or as they were at a time. */
export function getDrawn(box: { west: number; south: number; east: number; north: number }, signal?: AbortSignal, atMs?: number): Promise<z.infer<typeof mapSchema>> {
  return api.get('/org/{orgId}/geofences/map', mapSchema, { query: { ...box, ...(atMs ? { at_ms: atMs } : {}) }, ...options(signal) });
}

/** What can be said of a geofence; what is left out stays. */
export interface FenceChange {
  name?: string;
  description?: string;
  colour?: string;
  shape?: Area;
  triggers?: Triggers;
  /** Without days: always. */
  active_period?: Period;
  disabled?: boolean;
  all_vehicles?: boolean;
  vehicle_ids?: string[];
  group_ids?: string[];
  version?: number;
}

/** Makes a geofence. */
export function createFence(fence: FenceChange): Promise<Fence> {
  return api.post('/org/{orgId}/geofences', fence, fenceSchema);
}

/** Changes what is said. */
export async function changeFence(id: string, change: FenceChange): Promise<Fence> {
  const { geofence } = await api.put('/org/{orgId}/geofences/{id}', change, oneSchema, { parts: { id } });
  return geofence[0] as Fence;
}

/** Deletes a geofence. */
export function deleteFence(id: string): Promise<void> {
  return api.del('/org/{orgId}/geofences/{id}', { parts: { id } });
}

/** Shows a geofence to a user, or hides it again. */
export async function shareFence(id: string, userId: string, shown: boolean): Promise<void> {
  const parts = { id, userId };
  await (shown ? api.put('/org/{orgId}/geofences/{id}/share/user/{userId}', undefined, undefined, { parts }) : api.del('/org/{orgId}/geofences/{id}/unshare/user/{userId}', { parts }));
}

const emailsSchema = z.object({ alert_email_list: z.array(z.object({ alert_type: z.string(), emails: z.array(z.string()) })) });

/** Who is mailed about a geofence, whatever it raises. */
export async function getEmails(id: string, signal?: AbortSignal): Promise<string[]> {
  const { alert_email_list: lists } = await api.get('/org/{orgId}/geofences/{id}/email_list/alerts', emailsSchema, { parts: { id }, ...options(signal) });
  return [...new Set(lists.flatMap(({ emails }) => emails))];
}

const alertTypes = ['boundary_geo_alert', 'speeding_geo_alert', 'parking_geo_alert'] as const;

/** Has addresses be mailed about whatever a geofence raises. */
export function putEmails(id: string, emails: string[]): Promise<void> {
  return api.put('/org/{orgId}/geofences/email_list/alerts', [{ geofence_id: id, alert_email_list: alertTypes.map((alert_type) => ({ alert_type, emails })) }], undefined);
}
