import * as z from '@outrider/sdk/schema';
import { listParameters, type ListQuery, type TablePage } from '@outrider/sdk/table';

import { api } from './api';

/** One fault that a device reports. */
export const faultSchema = z.object({
  type: z.string(),
  text: z.string().catch(''),
  status: z.string().catch(''),
  context: z.object({ medium: z.string().optional(), id: z.string().optional(), channel: z.number().optional(), skew_ms: z.number().optional() }).catch({}),
  device_id: z.string().catch(''),
  device_model: z.string().catch(''),
  reported_at: z.string().nullish(),
});

/** See the schema. */
export type Fault = z.infer<typeof faultSchema>;

/** The faults of one vehicle. */
export const faultGroupSchema = z.object({
  vehicle_id: z.string(),
  vehicle_name: z.string(),
  vehicle_type: z.string().catch('car'),
  group: z.string().catch(''),
  faults: z.array(faultSchema),
});

/** The answer to `GET /org/{orgId}/vehicles/faults`. */
export const faultsSchema = z.object({
  Faults: z.array(faultGroupSchema),
  page_count: z.number(),
  total_records: z.number(),
  total_vehicles: z.number(),
  by_type: z.array(z.object({ type: z.string(), faults: z.number() })),
});

/** A fault with the vehicle that has it. */
export interface FaultRow extends Fault {
  key: string;
  vehicleId: string;
  vehicleName: string;
  vehicleType: string;
  group: string;
}

/** One page of faults that a table asks for. */
export async function listFaults(query: ListQuery, signal?: AbortSignal): Promise<TablePage<FaultRow>> {
  const answer = await api.get('/org/{orgId}/vehicles/faults', faultsSchema, { query: listParameters(query), narrow: true, ...(signal ? { signal } : {}) });
  const rows = answer.Faults.flatMap((group) =>
    group.faults.map((fault, i) => ({
      ...fault, key: `${group.vehicle_id} ${fault.device_id} ${fault.type} ${fault.context.channel ?? ''} ${fault.text} ${i}`,
      vehicleId: group.vehicle_id, vehicleName: group.vehicle_name, vehicleType: group.vehicle_type, group: group.group,
    })),
  );
  return { rows, total: answer.total_records, pageCount: answer.page_count };
}

/** How many faults there are, on how many vehicles, of which types. */
export interface FaultTotals {
  faults: number;
  vehicles: number;
  byType: { type: string; faults: number }[];
}

/** The totals of the faults in the chosen group. */
export async function getFaultTotals(signal?: AbortSignal): Promise<FaultTotals> {
  const answer = await api.get('/org/{orgId}/vehicles/faults', faultsSchema, { query: { page_size: 1 }, narrow: true, ...(signal ? { signal } : {}) });
  return { faults: answer.total_records, vehicles: answer.total_vehicles, byType: answer.by_type };
}

/** The faults of one vehicle. */
export async function getVehicleFaults(vehicleId: string, signal?: AbortSignal): Promise<Fault[]> {
  const answer = await api.get('/org/{orgId}/vehicles/{vehicleId}/faults', faultsSchema, { parts: { vehicleId }, ...(signal ? { signal } : {}) });
  return answer.Faults.flatMap(({ faults }) => faults);
}
