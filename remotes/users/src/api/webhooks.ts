import * as z from '@outrider/sdk/schema';

import { api } from './api';

const webhookSchema = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  kinds: z.array(z.string()),
  group: z.string(),
  enabled: z.boolean(),
  paused: z.enum(['', 'failing', 'gone', 'maker', 'secret']),
  made_by: z.string(),
  version: z.number(),
  waiting: z.number(),
  last_sent: z.string().optional(),
});
const kindSchema = z.object({ id: z.string(), title: z.string(), description: z.string(), allowed: z.boolean() });
const listSchema = z.object({ Webhooks: z.array(webhookSchema), Kinds: z.array(kindSchema) });
const madeSchema = z.object({ secret: z.string() });
const problem = z.enum(['', 'private', 'name', 'tls', 'timeout', 'network', 'redirect', 'status', 'hidden']);
const deliverySchema = z.object({
  id: z.number(),
  kind: z.string(),
  at: z.string(),
  state: z.enum(['waiting', 'sent', 'given_up']),
  attempts: z.number(),
  code: z.number(),
  took_ms: z.number(),
  problem,
  next_attempt: z.string().optional(),
});
const deliveriesSchema = z.object({ Deliveries: z.array(deliverySchema), more: z.boolean() });
const wholeSchema = deliverySchema.extend({ body: z.string() });

/** A webhook as it is listed. */
export type Webhook = z.infer<typeof webhookSchema>;
/** A kind of events that can be sent. */
export type WebhookKind = z.infer<typeof kindSchema>;
/** One event on its way to a webhook. */
export type Delivery = z.infer<typeof deliverySchema>;

/** What a webhook is to be. */
export interface WantedWebhook {
  url: string;
  description: string;
  kinds: string[];
  group?: string;
  enabled: boolean;
}

const all = '/org/{orgId}/webhooks';
const one = '/org/{orgId}/webhooks/{webhookId}';
const partsOf = (orgId: string, id: string) => ({ orgId, webhookId: id });

/** The webhooks of an organisation, and what can be sent. */
export function getWebhooks(orgId: string, signal?: AbortSignal): Promise<z.infer<typeof listSchema>> {
  return api.get(all, listSchema, { parts: { orgId }, ...(signal ? { signal } : {}) });
}

/** Makes a webhook and returns its secret, the only time that it can be read. */
export async function makeWebhook(orgId: string, wanted: WantedWebhook): Promise<string> {
  return (await api.post(all, wanted, madeSchema, { parts: { orgId } })).secret;
}

/** Saves a webhook anew; what paused it is over then. */
export function changeWebhook(orgId: string, { id, version }: Webhook, wanted: WantedWebhook): Promise<Webhook> {
  return api.put(one, { ...wanted, version }, webhookSchema, { parts: partsOf(orgId, id) });
}

/** Deletes a webhook. */
export function deleteWebhook(orgId: string, id: string): Promise<void> {
  return api.del(one, { parts: partsOf(orgId, id) });
}

/** Makes another secret and returns it; the former one signs for a day, too. */
export async function rotateSecret(orgId: string, id: string): Promise<string> {
  return (await api.post(`${one}/secret`, undefined, madeSchema, { parts: partsOf(orgId, id) })).secret;
}

/** Sends a test. */
export async function testWebhook(orgId: string, id: string): Promise<void> {
  await api.post(`${one}/test`, undefined, z.object({ delivery: z.number() }), { parts: partsOf(orgId, id) });
}

/** Sends deliveries again, and says how many. */
export async function replay(orgId: string, id: string, again: { ids: number[] } | { from: string; to: string; state: 'given_up' }): Promise<number> {
  return (await api.post(`${one}/replay`, again, z.object({ count: z.number() }), { parts: partsOf(orgId, id) })).count;
}

/** What was sent to a webhook, the newest first. */
export function getDeliveries(orgId: string, id: string, signal?: AbortSignal): Promise<z.infer<typeof deliveriesSchema>> {
  return api.get(`${one}/deliveries`, deliveriesSchema, { parts: partsOf(orgId, id), ...(signal ? { signal } : {}) });
}

/** The body of one delivery; empty for who may not see such events. */
export async function getDeliveryBody(orgId: string, id: string, delivery: number, signal?: AbortSignal): Promise<string> {
  return (await api.get(`${one}/deliveries/{deliveryId}`, wholeSchema, { parts: { ...partsOf(orgId, id), deliveryId: String(delivery) }, ...(signal ? { signal } : {}) })).body;
}
