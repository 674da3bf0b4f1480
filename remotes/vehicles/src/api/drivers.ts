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

/** Has a driver drive a vehicle from now on, or notes that one did in a time (instants in milliseconds). */
export function assignDriver(vehicleId: string, driverId: string, when?: { from: number; to: number }): Promise<Drive> {
  const times = when ? { from: new Date(when.from).toISOString(), to: new Date(when.to).toISOString() } : {};
  return post(pathOf(vehicleId), { driver_id: driverId, ...times }, driveSchema);
}

/** Ends a drive now; one that has ended is taken out. */
export async function endDrive(vehicleId: string, id: string): Promise<void> {
  await del(`${pathOf(vehicleId)}/${encodeURIComponent(id)}`);
}
