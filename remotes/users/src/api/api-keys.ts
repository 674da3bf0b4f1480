import * as z from '@outrider/sdk/schema';

import { api } from './api';

const keySchema = z.object({
  id: z.string(),
  name: z.string(),
  hint: z.string(),
  permissions: z.array(z.string()),
  group: z.string(),
  made_by: z.string(),
  created_date: z.string(),
  expires_date: z.string(),
  last_used: z.string().optional(),
  state: z.enum(['active', 'expired', 'revoked', 'stopped']),
});
const listSchema = z.object({ Keys: z.array(keySchema) });
const madeSchema = z.object({ key: z.string() });

/** An API key as it is listed. */
export type ApiKey = z.infer<typeof keySchema>;

/** A key to make. */
export interface WantedKey {
  name: string;
  permissions: string[];
  group?: string;
  expires_date: string;
}

const path = '/org/{orgId}/api-keys';

/** The API keys of an organisation. */
export async function getApiKeys(orgId: string, signal?: AbortSignal): Promise<ApiKey[]> {
  return (await api.get(path, listSchema, { parts: { orgId }, ...(signal ? { signal } : {}) })).Keys;
}

/** Makes a key and returns it, the only time that it can be read. */
export async function makeApiKey(orgId: string, wanted: WantedKey): Promise<string> {
  return (await api.post(path, wanted, madeSchema, { parts: { orgId } })).key;
}

/** Revokes a key at once. */
export function revokeApiKey(orgId: string, id: string): Promise<void> {
  return api.del('/org/{orgId}/api-keys/{keyId}', { parts: { orgId, keyId: id } });
}
