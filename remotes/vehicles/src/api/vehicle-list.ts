import * as z from '@outrider/sdk/schema';
import { listParameters, type ListQuery, type TablePage } from '@outrider/sdk/table';

import { api } from './api';
import { fittedSchema, vehicleSchema } from './get-vehicles';

/** A vehicle with all that is kept of it. */
export const detailSchema = vehicleSchema.extend({
  node: z.string(),
  fuel: z.string().catch(''),
  displacement: z.number().nullable().catch(null),
  year: z.number().nullable().catch(null),
  VIN: z.string().catch(''),
  notes: z.string().catch(''),
  version: z.number().catch(0),
  devices: z.array(fittedSchema.extend({ firmware: z.string().optional(), disabled: z.boolean().optional(), from: z.string().optional() })).nullish().transform((v) => v ?? []),
});

/** See the schema. */
export type VehicleDetail = z.infer<typeof detailSchema>;

const listSchema = z.object({ Vehicles: z.array(detailSchema), page_count: z.number(), total_records: z.number() });

/** One page of the vehicles that a table asks for. */
export async function listVehicles(query: ListQuery, signal?: AbortSignal): Promise<TablePage<VehicleDetail>> {
  const answer = await api.get('/org/{orgId}/vehicles/verbose', listSchema, { query: listParameters(query), narrow: true, ...(signal ? { signal } : {}) });
  return { rows: answer.Vehicles, total: answer.total_records, pageCount: answer.page_count };
}

/** One vehicle. */
export function getVehicle(id: string, signal?: AbortSignal): Promise<VehicleDetail> {
  return api.get('/org/{orgId}/vehicles/{id}/verbose', detailSchema, { parts: { id }, ...(signal ? { signal } : {}) });
}
