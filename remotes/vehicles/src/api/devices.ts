import * as z from '@outrider/sdk/schema';

import { api } from './api';

const flag = z.union([z.boolean(), z.string()]).transform((value) => value === true || value === 'true');

/** A camera's channel; some devices write `enabled` as text. */
export const channelSchema = z.object({ id: z.number(), name: z.string().catch(''), enabled: flag.catch(true) });

/** One camera channel. */
export type Channel = z.infer<typeof channelSchema>;

const enabledSchema = z.object({ enabled: flag.catch(false) }).optional().catch(undefined);

/** What a device uploads by itself of one kind of alert. */
const configSchema = z.object({
  data: z.object({ imu: enabledSchema, tracking: enabledSchema }).optional().catch(undefined),
  media: z.object({ snaps: enabledSchema, video: enabledSchema }).optional().catch(undefined),
});

/** See the schema. */
export type DeviceConfig = z.infer<typeof configSchema>;

/** What a device says about itself. */
export const infoSchema = z.object({
  id: z.string(),
  model: z.string(),
  firmwareVersion: z.string(),
  components: z.array(z.object({ type: z.string(), channels: z.array(channelSchema).nullish(), dmsChannel: z.number().nullish() })).catch([]),
  configs: z.record(z.string(), configSchema.catch({})).catch({}),
  status_at: z.string().nullish(),
  disabled: z.boolean().catch(false),
});

/** See the schema. */
export type DeviceInfo = z.infer<typeof infoSchema>;

/** A device of the organisation. */
export const deviceSchema = z.object({
  device_id: z.string(),
  model: z.string(),
  firmware: z.string(),
  disabled: z.boolean(),
  vehicle_id: z.string(),
  is_defaultdevice: z.boolean(),
  faults: z.number(),
  key: z.string().optional(),
});

/** See the schema. */
export type Device = z.infer<typeof deviceSchema>;

const devicesSchema = z.object({ Devices: z.array(deviceSchema) });

/** What a device says about itself. */
export function getDeviceInfo(id: string, signal?: AbortSignal): Promise<DeviceInfo> {
  return api.get('/org/{orgId}/devices/id/{deviceId}/info', infoSchema, { parts: { deviceId: id }, ...(signal ? { signal } : {}) });
}

/** The devices of the user's vehicles, and those that are fitted to none. */
export async function getDevices(signal?: AbortSignal): Promise<Device[]> {
  return (await api.get('/org/{orgId}/devices', devicesSchema, signal ? { signal } : {})).Devices;
}

/** Adds a device; its key is in the answer, this once. */
export function createDevice(deviceId: string, model: string): Promise<Device> {
  return api.post('/org/{orgId}/devices', { device_id: deviceId, model }, deviceSchema);
}

/** Replaces a device's key; the new one is in the answer, this once. */
export function newDeviceKey(deviceId: string): Promise<Device> {
  return api.post('/org/{orgId}/devices/id/{deviceId}/key', undefined, deviceSchema, { parts: { deviceId } });
}

/** Shuts a device out, or lets it in again. */
export function setDeviceDisabled(deviceId: string, disabled: boolean): Promise<Device> {
  return api.put('/org/{orgId}/devices/id/{deviceId}', { disabled }, deviceSchema, { parts: { deviceId } });
}

/** Fits a device to a vehicle, or makes it the default one. */
export function assignDevice(vehicleId: string, deviceId: string, isDefault = false): Promise<void> {
  return api.put('/org/{orgId}/vehicles/{id}/devices/{deviceId}', { is_defaultdevice: isDefault }, undefined, { parts: { id: vehicleId, deviceId } });
}

/** Takes a device off a vehicle. */
export function unassignDevice(vehicleId: string, deviceId: string): Promise<void> {
  return api.del('/org/{orgId}/vehicles/{id}/devices/{deviceId}', { parts: { id: vehicleId, deviceId } });
}

/** The cameras of a device: 1 to 4 where it has not told. */
export function channelsOf(info: DeviceInfo | undefined): Channel[] {
  const told = info?.components.find(({ type, channels }) => type === 'camera' && (channels?.length ?? 0) > 0)?.channels;
  return told ?? [1, 2, 3, 4].map((id) => ({ id, name: `CH${id}`, enabled: true }));
}
