import * as z from '@outrider/sdk/schema';

import { api } from './api';

const consumerSchema = z.object({
  name: z.string(),
  plugin: z.string(),
  parts: z.number(),
  lag: z.number(),
  waiting: z.number(),
  redelivered: z.number(),
  paused: z.boolean(),
  last_active: z.string().optional(),
});

const streamSchema = z.object({
  name: z.string(),
  messages: z.number(),
  bytes: z.number(),
  max_bytes: z.number(),
  oldest: z.string().optional(),
  max_age_seconds: z.number(),
  replicas: z.number(),
  consumers: z.array(consumerSchema).nullable().transform((v) => v ?? []),
});

const letterSchema = z.object({
  sequence: z.number(),
  at: z.string(),
  plugin: z.string(),
  subject: z.string(),
  reason: z.string(),
  attempts: z.number(),
  bytes: z.number(),
  event_id: z.string(),
  org_id: z.string(),
});

const streamsSchema = z.object({ streams: z.array(streamSchema).nullable().transform((v) => v ?? []) });
const lettersSchema = z.object({ letters: z.array(letterSchema), next: z.number() });
const letterDetailSchema = z.object({ letter: letterSchema, envelope: z.unknown().optional(), text: z.string().optional(), consumer: z.string() });
const outcomeSchema = z.object({ done: z.array(z.number()), failed: z.array(z.object({ sequence: z.number(), reason: z.string() })), next: z.number() });

/** One stream. */
export type StreamView = z.infer<typeof streamSchema>;
/** One dead letter. */
export type LetterView = z.infer<typeof letterSchema>;

/** Which dead letters are shown. */
export interface LetterFilter {
  plugin?: string | undefined;
  q?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** All streams with their consumers. */
export const getStreams = (signal?: AbortSignal) => api.get('/admin/streams', streamsSchema, signal ? { signal } : {});

/** Dead letters, the newest first. */
export const getLetters = (filter: LetterFilter, before: number | undefined, signal?: AbortSignal) =>
  api.get('/admin/dead-letters', lettersSchema, { query: { ...filter, before, limit: 50 }, ...(signal ? { signal } : {}) });

/** One dead letter with its content. */
export const getLetter = (sequence: number, signal?: AbortSignal) => api.get('/admin/dead-letters/{sequence}', letterDetailSchema, { parts: { sequence }, ...(signal ? { signal } : {}) });

/** Replays or discards these, or the next of those that match. */
export const settleLetters = (verb: 'replay' | 'discard', chosen: { sequences: number[] } | { matching: LetterFilter; before?: number }) =>
  api.post(`/admin/dead-letters/${verb}`, chosen, outcomeSchema);
