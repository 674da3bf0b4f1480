import { ApiError } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

import { api } from '../api/api';

/** The key of a vehicle's configuration. */
export const configKey = (vehicleId: string) => ['alerts', 'config', vehicleId] as const;

const configSchema = z.object({
  attribute: z.enum(['imu', 'io']), pin: z.array(z.number()).optional(), snaps: z.boolean(), video: z.boolean(), tracking: z.boolean(), imu: z.boolean(),
  video_channels: z.array(z.union([z.number(), z.string()])).optional(), key: z.string(), enabled: z.boolean(), disabled_by_system: z.boolean(), disabled_at: z.string().nullable(),
});
const deviceSchema = z.object({
  device_id: z.string(), vehicle_id: z.string(), configs: z.array(configSchema), channels: z.array(z.number()),
  state: z.enum(['default', 'waiting', 'sent', 'done', 'failed']), problem: z.string(),
});
const settingsSchema = z.object({ settings: z.array(deviceSchema) });

/** What is uploaded with one kind of alert. */
export type UploadConfig = z.infer<typeof configSchema>;
/** The upload settings of one device. */
export type DeviceSettings = z.infer<typeof deviceSchema>;

/** The kinds of files that can be switched. */
export const files = ['snaps', 'video', 'tracking', 'imu'] as const;
/** One of {@link files}. */
export type FileKind = (typeof files)[number];

/** What is chosen for an attribute and inputs; no pin is every input. */
export interface ChosenConfig extends Record<FileKind, boolean> {
  attribute: 'imu' | 'io';
  pin: number[];
  video_channels: (number | string)[];
}

/** Whether an answer could not be read, as against a call that failed. */
export const isUnreadable = (error: unknown) => error instanceof ApiError && error.kind === 'unexpected';

/** The settings of devices. */
export async function readSettings(devices: readonly string[], signal?: AbortSignal): Promise<DeviceSettings[]> {
  return (await api.post('/org/{orgId}/au/settings', { devices }, settingsSchema, signal ? { signal } : {})).settings;
}

/** Chooses what devices upload; each is told, now or when it is back. */
export async function chooseUpload(devices: readonly string[], configs: readonly ChosenConfig[]): Promise<DeviceSettings[]> {
  return (await api.put('/org/{orgId}/au/settings', { devices, configs }, settingsSchema)).settings;
}

const entrySchema = z.object({
  alert_type: z.string(), label: z.string().optional(), pin: z.number(), pin_name: z.string(), enabled: z.boolean(), threshold: z.number().nullable(), default_threshold: z.number().nullable(), unit: z.string(),
});
const vehicleSchema = z.object({ vehicle_id: z.string(), vehicle_name: z.string(), device_id: z.string(), alerts: z.array(entrySchema) });

/** What is chosen for one kind of alert of a vehicle. */
export type Entry = z.infer<typeof entrySchema>;
/** The alert configuration of a vehicle. */
export type VehicleConfig = z.infer<typeof vehicleSchema>;
/** A change of one entry; a null threshold is the default, what is left out stays. */
export type EntryChange = Pick<Entry, 'alert_type' | 'pin' | 'enabled'> & { threshold?: number | null; pin_name?: string };

/** The alert configuration of a vehicle. */
export function readConfig(vehicleId: string, signal?: AbortSignal): Promise<VehicleConfig> {
  return api.get('/org/{orgId}/vehicles/{id}/config/alerts', vehicleSchema, { parts: { id: vehicleId }, ...(signal ? { signal } : {}) });
}

/** Changes entries of a vehicle's configuration. */
export function changeConfig(vehicleId: string, alerts: readonly EntryChange[]): Promise<VehicleConfig> {
  return api.put('/org/{orgId}/vehicles/{id}/config/alerts', { alerts }, vehicleSchema, { parts: { id: vehicleId } });
}

const momentSchema = z.object({ time: z.string(), speed: z.number() });
const speedingSchema = z.object({
  total: z.number(), total_as_it_is: z.number(), samples: z.number(), more: z.boolean(),
  alerts: z.array(z.object({ start: momentSchema, max: momentSchema, limit: z.number(), limit_source: z.enum(['sample', 'default']), over_kmh: z.number() })),
  rule: z.object({ version: z.number(), band_kmh: z.number(), least_s: z.number() }),
});

/** What the speeding rule would have raised; speeds are km/h. */
export type SpeedingPreview = z.infer<typeof speedingSchema>;

/** Tries the speeding rule with a threshold, km/h above the limit, on the samples of the last 30 days. */
export function trySpeeding(vehicleId: string, threshold: number, signal?: AbortSignal): Promise<SpeedingPreview> {
  return api.post('/org/{orgId}/vehicles/{id}/config/alerts/speeding/preview', { threshold, days: 30 }, speedingSchema, { parts: { id: vehicleId }, ...(signal ? { signal } : {}) });
}

const listSchema = z.object({
  vehicle_id: z.string(),
  alert_email_list: z.array(z.object({ alert_type: z.string(), pin: z.number(), emails: z.array(z.string()) })),
});

/** Who is mailed about alerts of a vehicle. */
export type EmailList = z.infer<typeof listSchema>;
/** Who is mailed about one kind of alert; the pin is of inputs. */
export type Listed = EmailList['alert_email_list'][number];

/** Who is mailed about alerts of a vehicle. */
export function readRecipients(vehicleId: string, signal?: AbortSignal): Promise<EmailList> {
  return api.get('/org/{orgId}/vehicles/{id}/email_list/alerts', listSchema, { parts: { id: vehicleId }, ...(signal ? { signal } : {}) });
}

/** Replaces the lists of vehicles, or adds to them. */
export function saveRecipients(lists: readonly EmailList[], how: 'replace' | 'add'): Promise<EmailList[]> {
  return (how === 'replace' ? api.put : api.post)('/org/{orgId}/vehicles/email_list/alerts', lists, z.array(listSchema));
}
