import * as z from '@outrider/sdk/schema';

import { api } from './api';
import type { HostId } from './plugins';

const factSchema = z.object({
  name: z.string(),
  kind: z.enum(['text', 'count', 'bytes', 'seconds', 'percent', 'time', 'milliseconds']),
  text: z.string().optional(),
  value: z.number().optional().transform((v) => v ?? 0),
  of: z.number().optional().transform((v) => v ?? 0),
});

const partSchema = z.object({
  id: z.string(),
  state: z.enum(['up', 'warning', 'down']),
  error: z.string(),
  warning: z.string(),
  version: z.string(),
  latency_ms: z.number(),
  facts: z.array(factSchema),
});

const hostSchema = z.object({
  id: z.string(),
  name: z.string(),
  version: z.string(),
  started_at: z.string(),
  seen_at: z.string(),
  pid: z.number(),
  memory_bytes: z.number(),
  connections: z.number(),
  plugins: z.array(z.object({ id: z.string(), version: z.string(), state: z.string() })),
  this: z.boolean(),
});

const partsSchema = z.object({
  host: z.string(),
  parts: z.array(partSchema),
  statements: z.array(z.object({ text: z.string(), calls: z.number(), mean_ms: z.number(), max_ms: z.number() })),
  hosts: z.array(hostSchema),
});

const connectionSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  session_id: z.string(),
  org_id: z.string(),
  since: z.string(),
  address: z.string(),
  user_agent: z.string(),
  transport: z.string(),
  subscriptions: z.array(z.string()),
  waiting_items: z.number(),
  waiting_bytes: z.number(),
  host: z.string(),
  user_name: z.string(),
  user_email: z.string(),
});

const connectionsSchema = z.object({ connections: z.array(connectionSchema), total: z.number() });

/** One part that the host runs on. */
export type PartView = z.infer<typeof partSchema>;
/** One figure of a part. */
export type Fact = z.infer<typeof factSchema>;
/** One host of the cluster. */
export type HostView = z.infer<typeof hostSchema>;
/** One push connection. */
export type ConnectionView = z.infer<typeof connectionSchema>;

/** What the host runs on, and the hosts of the cluster. */
export const getParts = async (host: HostId, signal?: AbortSignal) => {
  const parts = await api.get('/admin/parts', partsSchema, { query: { host }, ...(signal ? { signal } : {}) });
  return { ...parts, host_id: parts.hosts.find((one) => one.this)?.id ?? '' };
};

/** Who is connected by push, on all hosts. */
export const getConnections = (signal?: AbortSignal) => api.get('/admin/connections', connectionsSchema, signal ? { signal } : {});

/** Ends a connection, or the whole session. */
export const endConnection = (id: string, session: boolean) => api.post('/admin/connections/{id}/end', { session }, undefined, { parts: { id } });
