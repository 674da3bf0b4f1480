import * as z from '@outrider/sdk/schema';

import { api } from './api';

const recordSchema = z.object({
  id: z.string(),
  at: z.string(),
  org_id: z.string(),
  actor_id: z.string(),
  actor_email: z.string(),
  actor_name: z.string(),
  actor_role: z.string(),
  home_org_id: z.string(),
  plugin: z.string(),
  session_id: z.string(),
  operation: z.string(),
  object_kind: z.string(),
  object_id: z.string(),
  result: z.enum(['done', 'refused', 'failed', 'unknown']),
  status: z.number(),
  fields: z.array(z.string()).nullable().transform((v) => v ?? []),
  detail: z.string(),
  request_id: z.string(),
  trace: z.string(),
  address: z.string(),
  host: z.string(),
  sentence: z.string(),
  changes: z.array(z.object({ field: z.string(), label: z.string(), before: z.string(), after: z.string() })),
});

const pageSchema = z.object({ records: z.array(recordSchema).nullable().transform((v) => v ?? []), next: z.string() });

/** One call that changed something, or was to. */
export type AuditRecord = z.infer<typeof recordSchema>;

/** What is looked for; empty fields ask for everything. */
export interface AuditFilter {
  person?: string | undefined;
  object?: string | undefined;
  operation?: string | undefined;
  result?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  organisation?: string | undefined;
}

/** The most records that one page holds. */
export const mostRecords = 500;

/** A page of the log, the newest first: of all organisations, or of the session's. */
export const getAudit = (all: boolean, filter: AuditFilter, before: string | undefined, signal?: AbortSignal, limit = 50) => {
  const options = { query: { ...filter, before, limit }, ...(signal ? { signal } : {}) };
  return all ? api.get('/admin/audit', pageSchema, options) : api.get('/org/{orgId}/audit', pageSchema, options);
};
