import { del, get, post } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

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

const pathOf = (orgId: string) => `/org/${encodeURIComponent(orgId)}/api-keys`;

/** The API keys of an organisation. */
export async function getApiKeys(orgId: string, signal?: AbortSignal): Promise<ApiKey[]> {
  return (await get(pathOf(orgId), listSchema, signal ? { signal } : {})).Keys;
}

/** Makes a key and returns it, the only time that it can be read. */
export async function makeApiKey(orgId: string, wanted: WantedKey): Promise<string> {
  return (await post(pathOf(orgId), wanted, madeSchema)).key;
}

/** Revokes a key at once. */
export function revokeApiKey(orgId: string, id: string): Promise<void> {
  return del(`${pathOf(orgId)}/${encodeURIComponent(id)}`);
}
