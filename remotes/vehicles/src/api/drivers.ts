import { del, get, post } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

const driversSchema = z.object({ Drivers: z.array(z.object({ id: z.string(), name: z.string() })) });

/** A time that a driver had a vehicle. */
export const driveSchema = z.object({ id: z.string(), vehicle_id: z.string(), driver_id: z.string(), driver_name: z.string(), from: z.string(), to: z.string().nullable() });

/** See the schema. */
export type Drive = z.infer<typeof driveSchema>;

const drivesSchema = z.object({ Drivers: z.array(driveSchema) });
const pathOf = (vehicleId: string) => `/org/{orgId}/vehicles/${encodeURIComponent(vehicleId)}/drivers`;

/** Who can drive. */
export async function getDrivers(signal?: AbortSignal): Promise<{ id: string; name: string }[]> {
  return (await get('/org/{orgId}/drivers', driversSchema, signal ? { signal } : {})).Drivers;
}

/** Who drove a vehicle in the last weeks, the newest first. */
export async function getDrives(vehicleId: string, signal?: AbortSignal): Promise<Drive[]> {
  return (await get(pathOf(vehicleId), drivesSchema, signal ? { signal } : {})).Drivers;
}

/** Has a driver drive a vehicle from now on. */
export function assignDriver(vehicleId: string, driverId: string): Promise<Drive> {
  return post(pathOf(vehicleId), { driver_id: driverId }, driveSchema);
}

/** Ends a drive now. */
export async function endDrive(vehicleId: string, id: string): Promise<void> {
  await del(`${pathOf(vehicleId)}/${encodeURIComponent(id)}`);
}
