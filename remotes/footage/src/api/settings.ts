import * as z from '@outrider/sdk/schema';

import { api } from './api';

const settingsSchema = z.object({
  quota_bytes: z.number(),
  used_bytes: z.number(),
  files: z.number().catch(0),
  retention_days: z.record(z.string(), z.number()).catch({}),
  watermark: z.boolean().catch(false),
});

/** What an organisation has decided about its files, and how much it keeps; a quota of 0 is none. */
export type FootageSettings = z.infer<typeof settingsSchema>;

/** What is to be changed of them; what is missing stays. */
export type SettingsChange = Partial<Pick<FootageSettings, 'retention_days' | 'watermark' | 'quota_bytes'>>;

/** Under which they are kept among the queries. */
export const settingsKey = ['footage-settings'] as const;

const path = '/org/{orgId}/footage/settings';

/** See {@link FootageSettings}. */
export function getSettings(signal: AbortSignal): Promise<FootageSettings> {
  return api.get(path, settingsSchema, { signal });
}

/** Changes the organisation's settings; a quota is for support roles. */
export function changeSettings(change: SettingsChange): Promise<FootageSettings> {
  return api.put(path, change, settingsSchema);
}

const gigabyte = 1e9;

/** Bytes in the unit of quotas. */
export const gigabytes = (bytes: number): number => bytes / gigabyte;

/** Quotas in bytes. */
export const bytesOf = (size: number): number => Math.round(size * gigabyte);
