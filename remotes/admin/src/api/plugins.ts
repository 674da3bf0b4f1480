import * as z from '@outrider/sdk/schema';

import { api } from './api';

/** The last minute of a plugin or an operation. */
export const trafficSchema = z.object({ per_second: z.number(), error_rate: z.number(), p50_ms: z.number(), p99_ms: z.number(), count: z.number() });

/** One plugin as the list shows it. */
export const pluginSchema = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  digest: z.string(),
  state: z.enum(['starting', 'ready', 'degraded', 'restarting', 'quarantined', 'stopped']),
  detail: z.string(),
  started_at: z.string().optional(),
  retry_at: z.string().optional(),
  pid: z.number(),
  restarts: z.number(),
  last_exit: z.string(),
  last_exit_at: z.string().optional(),
  enabled: z.boolean(),
  can_roll_back: z.boolean(),
  memory_bytes: z.number(),
  cpu_percent: z.number(),
  under_way: z.number(),
  traffic: trafficSchema,
  last_error: z.object({ at: z.string(), operation: z.string(), status: z.number(), request_id: z.string() }).optional(),
});

const sampleSchema = z.object({
  at: z.string(),
  per_second: z.number(),
  error_rate: z.number(),
  p50_ms: z.number(),
  p99_ms: z.number(),
  memory_bytes: z.number(),
  cpu_percent: z.number(),
});

const listSchema = z.object({ host: z.string(), host_id: z.string(), hosts: z.array(z.object({ id: z.string(), name: z.string() })), plugins: z.array(pluginSchema) });

const detailSchema = z.object({
  host: z.string(),
  plugin: pluginSchema,
  operations: z.array(z.object({ name: z.string(), traffic: trafficSchema })),
  releases: z.array(z.object({ version: z.string(), digest: z.string(), at: z.string().optional(), current: z.boolean(), former: z.boolean() })),
  last_words: z.array(z.string()),
  series: z.array(sampleSchema),
});

const lineSchema = z.object({
  seq: z.number(),
  at: z.string(),
  level: z.enum(['debug', 'info', 'warn', 'error']),
  message: z.string(),
  fields: z.array(z.object({ name: z.string(), value: z.string() })),
});

const logSchema = z.object({ lines: z.array(lineSchema), last: z.number() });

/** One plugin. */
export type PluginView = z.infer<typeof pluginSchema>;
/** Everything about one plugin but its log. */
export type PluginDetail = z.infer<typeof detailSchema>;
/** One line of a log. */
export type LogLine = z.infer<typeof lineSchema>;
/** How severe a line is. */
export type LogLevel = LogLine['level'];
/** A host of the cluster; undefined is the one that answers. */
export type HostId = string | undefined;
/** What can be done with a plugin. */
export type PluginAction = 'restart' | 'enable' | 'disable' | 'rollback';

/** All plugins of a host; of the one that answers without an id. */
export const getPlugins = (host: HostId, signal?: AbortSignal) => api.get('/admin/plugins', listSchema, { query: { host }, ...(signal ? { signal } : {}) });

/** One plugin of a host. */
export const getPlugin = (id: string, host: HostId, signal?: AbortSignal) =>
  api.get('/admin/plugins/{id}', detailSchema, { parts: { id }, query: { host }, ...(signal ? { signal } : {}) });

/** Lines after a sequence; waits `wait` seconds for one. */
export const getLog = (id: string, query: { host: HostId; after: number; level: LogLevel; q?: string; wait: number }, signal?: AbortSignal) =>
  api.get('/admin/plugins/{id}/log', logSchema, { parts: { id }, query, ...(signal ? { signal } : {}) });

/** Does something with a plugin of a host; ends when it is done. */
export const actOnPlugin = (id: string, action: PluginAction, host: HostId) =>
  api.post(`/admin/plugins/{id}/${action}`, undefined, undefined, { parts: { id }, query: { host } });
