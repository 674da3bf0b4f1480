import { get, put } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

import { api } from './api';

const publishingSchema = z.object({
  plugin: z.string(),
  stream: z.string(),
  messages_today: z.number(),
  bytes_today: z.number(),
  bytes_week: z.number(),
  most_bytes_week: z.number(),
  refused: z.number(),
  refused_since: z.string().optional(),
  reason: z.string(),
});

const usageSchema = z.object({ device_id: z.string().optional(), topic: z.string(), messages: z.number(), bytes: z.number(), refused: z.number() });

const limitSchema = z.object({
  topic: z.string(),
  per_second: z.number(),
  day: z.number(),
  day_bytes: z.number(),
  org_day: z.number(),
  org_day_bytes: z.number(),
});

const ownSchema = z.object({ per_second: z.number().optional(), day: z.number().optional(), day_bytes: z.number().optional() });
const usageOfOrgSchema = z.object({
  usage: z.array(usageSchema),
  limits: z.array(limitSchema),
  own: z.array(ownSchema.extend({ device_id: z.string().optional(), topic: z.string() })),
  most: z.number(),
});

/** What one plugin published into one stream. */
export type PublishingView = z.infer<typeof publishingSchema>;
/** What a device, or the organisation as a whole, sent of one topic today. */
export type UsageView = z.infer<typeof usageSchema>;
/** What support sets: what is absent is as the configuration says. */
export type OwnLimit = z.infer<typeof ownSchema>;
/** What an organisation's devices sent, what they may, and what of that was set for it. */
export type DeviceUsage = z.infer<typeof usageOfOrgSchema>;

/** What plugins published, those that are refused first. */
export const getPublishing = (signal?: AbortSignal) => api.get('/admin/publishing', z.object({ plugins: z.array(publishingSchema) }), signal ? { signal } : {});

/** What an organisation's devices sent today, those that were refused first. */
export const getUsage = (orgId: string, signal?: AbortSignal) =>
  get(`/org/${encodeURIComponent(orgId)}/gateway/usage`, usageOfOrgSchema, signal ? { signal } : {});

/** Sets what a device, or the organisation as a whole, may send of a topic. */
export const putLimit = (orgId: string, { device, topic }: { device: string; topic: string }, limit: OwnLimit) =>
  put(`/org/${encodeURIComponent(orgId)}/gateway/limits/${encodeURIComponent(topic)}${device ? `/devices/${encodeURIComponent(device)}` : ''}`, limit);
