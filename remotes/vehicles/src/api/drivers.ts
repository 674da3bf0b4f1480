import * as z from '@outrider/sdk/schema';

import { api } from './api';

const driversSchema = z.object({ Drivers: z.array(z.object({ id: z.string(), name: z.string() })) });

/** A time that a driver had a vehicle. */
export const driveSchema = z.object({ id: z.string(), vehicle_id: z.string(), driver_id: z.string(), driver_name: z.string(), from: z.string(), to: z.string().nullable() });

/** See the schema. */
export type Drive = z.infer<typeof driveSchema>;

const drivesSchema = z.object({ Drivers: z.array(driveSchema) });

/** Who can drive. */
export async function getDrivers(signal?: AbortSignal): Promise<{ id: string; name: string }[]> {
  return (await api.get('/org/{orgId}/drivers', driversSchema, signal ? { signal } : {})).Drivers;
}

/** Who drove a vehicle in the last weeks, the newest first. */
export async function getDrives(vehicleId: string, signal?: AbortSignal): Promise<Drive[]> {
  return (await api.get('/org/{orgId}/vehicles/{id}/drivers', drivesSchema, { parts: { id: vehicleId }, ...(signal ? { signal } : {}) })).Drivers;
}

/** Has a driver drive a vehicle from now on, or notes that one did in a time (instants in milliseconds). */
export function assignDriver(vehicleId: string, driverId: string, when?: { from: number; to: number }): Promise<Drive> {
  const times = when ? { from: new Date(when.from).toISOString(), to: new Date(when.to).toISOString() } : {};
  return api.post('/org/{orgId}/vehicles/{id}/drivers', { driver_id: driverId, ...times }, driveSchema, { parts: { id: vehicleId } });
}

/** Ends a drive now; one that has ended is taken out. */
export function endDrive(vehicleId: string, id: string): Promise<void> {
  return api.del('/org/{orgId}/vehicles/{id}/drivers/{assignmentId}', { parts: { id: vehicleId, assignmentId: id } });
}
