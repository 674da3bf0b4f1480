import * as z from '@outrider/sdk/schema';

import { api } from './api';

/** A device of a vehicle. */
export const fittedSchema = z.object({ device_id: z.string(), is_defaultdevice: z.boolean(), model: z.string().optional() });

/** A vehicle, as the API lists it. */
export const vehicleSchema = z.object({
  id: z.string(),
  vehicle_name: z.string(),
  vehicle_type: z.string(),
  group: z.string().catch(''),
  devices: z.array(fittedSchema).nullish().transform((v) => v ?? []),
  make: z.string().catch(''),
  model: z.string().catch(''),
  key: z.string().catch(''),
  disabled: z.boolean().catch(false),
});

/** Master data of a vehicle, with its devices of now. */
export type VehicleRecord = z.infer<typeof vehicleSchema>;

/** The answer to `GET /org/{orgId}/vehicles/verbose`. */
export const pageSchema = z.object({
  Vehicles: z.array(vehicleSchema).nullish().transform((v) => v ?? []),
  page_count: z.number(),
  total_records: z.number(),
});

/** How many pages are asked for at one time. */
const atOnce = 4;

/** Every vehicle that the user may see: the pages of 500 in one list, without disabled ones. */
export async function getVehicles(signal?: AbortSignal): Promise<VehicleRecord[]> {
  const page = (number: number) => api.get('/org/{orgId}/vehicles/verbose', pageSchema, { query: { page_num: number }, narrow: true, ...(signal ? { signal } : {}) });
  const first = await page(1);
  const all = [first];
  for (let next = 2; next <= first.page_count; next += atOnce) {
    const numbers = Array.from({ length: Math.min(atOnce, first.page_count - next + 1) }, (_, i) => next + i);
    all.push(...(await Promise.all(numbers.map(page))));
  }
  return all.flatMap(({ Vehicles }) => Vehicles).filter(({ disabled }) => !disabled);
}

/** The device that stands for its vehicle; undefined without one. */
export function defaultDevice<T extends { is_defaultdevice: boolean }>(devices: readonly T[]): T | undefined {
  return devices.find(({ is_defaultdevice }) => is_defaultdevice) ?? devices[0];
}
