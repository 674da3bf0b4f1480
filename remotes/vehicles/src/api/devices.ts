import { del, get, post, put } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

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

const devicePath = (id: string) => `/org/{orgId}/devices/id/${encodeURIComponent(id)}`;
const fittedPath = (vehicleId: string, deviceId: string) => `/org/{orgId}/vehicles/${encodeURIComponent(vehicleId)}/devices/${encodeURIComponent(deviceId)}`;

/** What a device says about itself. */
export function getDeviceInfo(id: string, signal?: AbortSignal): Promise<DeviceInfo> {
  return get(`${devicePath(id)}/info`, infoSchema, signal ? { signal } : {});
}

/** The devices of the user's vehicles, and those that are fitted to none. */
export async function getDevices(signal?: AbortSignal): Promise<Device[]> {
  return (await get('/org/{orgId}/devices', devicesSchema, signal ? { signal } : {})).Devices;
}

/** Adds a device; its key is in the answer, this once. */
export function createDevice(deviceId: string, model: string): Promise<Device> {
  return post('/org/{orgId}/devices', { device_id: deviceId, model }, deviceSchema);
}

/** Replaces a device's key; the new one is in the answer, this once. */
export function newDeviceKey(deviceId: string): Promise<Device> {
  return post(`${devicePath(deviceId)}/key`, undefined, deviceSchema);
}

/** Shuts a device out, or lets it in again. */
export function setDeviceDisabled(deviceId: string, disabled: boolean): Promise<Device> {
  return put(devicePath(deviceId), { disabled }, deviceSchema);
}

/** Fits a device to a vehicle, or makes it the default one. */
export async function assignDevice(vehicleId: string, deviceId: string, isDefault = false): Promise<void> {
  await put(fittedPath(vehicleId, deviceId), { is_defaultdevice: isDefault });
}

/** Takes a device off a vehicle. */
export async function unassignDevice(vehicleId: string, deviceId: string): Promise<void> {
  await del(fittedPath(vehicleId, deviceId));
}

/** The cameras of a device: 1 to 4 where it has not told. */
export function channelsOf(info: DeviceInfo | undefined): Channel[] {
  const told = info?.components.find(({ type, channels }) => type === 'camera' && (channels?.length ?? 0) > 0)?.channels;
  return told ?? [1, 2, 3, 4].map((id) => ({ id, name: `CH${id}`, enabled: true }));
}
