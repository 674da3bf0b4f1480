import { get, type ActionVehicle } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

const vehicleSchema = z.object({
  id: z.string(),
  vehicle_name: z.string(),
  devices: z
    .array(z.object({ device_id: z.string(), is_defaultdevice: z.boolean().catch(false) }))
    .nullish()
    .transform((v) => v ?? []),
});

/** A vehicle with the device that is shown for it; without one there is nothing to play. */
export async function getVehicle(id: string, signal: AbortSignal): Promise<ActionVehicle> {
  const { vehicle_name, devices } = await get(`/org/{orgId}/vehicles/${encodeURIComponent(id)}/verbose`, vehicleSchema, { signal });
  const device = devices.find(({ is_defaultdevice }) => is_defaultdevice) ?? devices[0];
  return { id, name: vehicle_name, isOnline: true, ...(device ? { deviceId: device.device_id } : {}) };
}
