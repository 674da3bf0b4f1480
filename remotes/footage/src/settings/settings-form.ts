import * as z from '@outrider/sdk/schema';

import { bytesOf, gigabytes, type FootageSettings, type SettingsChange } from '../api/settings';

const days = z.number().int().min(1).max(4000);

/** What the form holds: days by type of file, and the quota in GB; null or 0 is none. */
export const settingsSchema = z.object({ days: z.record(z.string(), days), watermark: z.boolean(), quota: z.number().min(0).max(2 ** 20).nullable() });

/** See {@link settingsSchema}. */
export type SettingsValues = z.infer<typeof settingsSchema>;

/** The settings as the form shows them. */
export function valuesOf({ retention_days, watermark, quota_bytes }: FootageSettings): SettingsValues {
  return { days: retention_days, watermark, quota: quota_bytes === 0 ? null : Math.round(gigabytes(quota_bytes) * 100) / 100 };
}

/** What is different from the settings: the installation's own go on to hold where nothing was decided. */
export function changeOf(before: FootageSettings, { days: wanted, watermark, quota }: SettingsValues): SettingsChange {
  const shown = valuesOf(before);
  const changed = Object.entries(wanted).filter(([type, value]) => value !== shown.days[type]);
  return {
    ...(changed.length > 0 ? { retention_days: Object.fromEntries(changed) } : {}),
    ...(watermark === shown.watermark ? {} : { watermark }),
    ...((quota ?? 0) === (shown.quota ?? 0) ? {} : { quota_bytes: bytesOf(quota ?? 0) }),
  };
}
