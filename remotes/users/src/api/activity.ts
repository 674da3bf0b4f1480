import * as z from '@outrider/sdk/schema';

import { api } from './api';

const recordSchema = z.object({
  id: z.string(),
  at: z.string(),
  actor_id: z.string(),
  actor_name: z.string(),
  actor_email: z.string(),
  operation: z.string(),
  object_kind: z.string(),
  object_id: z.string(),
  result: z.string(),
  fields: z.array(z.string()).nullish().transform((v) => v ?? []),
  address: z.string(),
  sentence: z.string(),
  changes: z.array(z.object({ field: z.string(), label: z.string(), before: z.string(), after: z.string() })),
});

const pageSchema = z.object({ records: z.array(recordSchema).nullable().transform((v) => v ?? []), next: z.string() });

/** Something that somebody did. */
export type Deed = z.infer<typeof recordSchema>;

/** What users did in the organisation, or by one person of it, the newest first; `before` continues a page. */
export function getActivity(person: string | undefined, before: string | undefined, signal?: AbortSignal, limit = 50): Promise<{ records: Deed[]; next: string }> {
  return api.get('/org/{orgId}/audit', pageSchema, { query: { person, before, limit, users: true }, ...(signal ? { signal } : {}) });
}

const chainSchema = z.object({ records: z.number(), broken_at: z.number().optional(), keep_days: z.number(), host_keep_days: z.number() });

/** Whether the record of what was done is as it was written, and how long it is kept. */
export type Chain = z.infer<typeof chainSchema>;

/** Checks the whole record of the organisation; a long one takes seconds. */
export function checkChain(signal?: AbortSignal): Promise<Chain> {
  return api.get('/org/{orgId}/audit/chain', chainSchema, signal ? { signal } : {});
}

/** Changes for how many days the record is kept; 0: as the portal keeps it. */
export function setRetention(days: number): Promise<Chain> {
  return api.put('/org/{orgId}/audit/retention', { keep_days: days }, chainSchema);
}
