
import { api } from './api';
import { detailSchema, type VehicleDetail } from './vehicle-list';

/** What can be said of a vehicle; what is left out stays. */
export interface VehicleChange {
  vehicle_name?: string;
  vehicle_type?: string;
  node?: string;
  make?: string;
  model?: string;
  fuel?: string;
  displacement?: number | null;
  year?: number | null;
  VIN?: string;
  notes?: string;
  key?: string;
  disabled?: boolean;
  /** The version that the user saw. */
  version?: number;
}

/** Adds a vehicle. */
export function createVehicle(vehicle: VehicleChange): Promise<VehicleDetail> {
  return api.post('/org/{orgId}/vehicles', vehicle, detailSchema);
}

/** Changes what is said. */
export function updateVehicle(id: string, change: VehicleChange): Promise<VehicleDetail> {
  return api.put('/org/{orgId}/vehicles/{id}/verbose', change, detailSchema, { parts: { id } });
}

/** Deletes a vehicle; its devices come off. */
export function deleteVehicle(id: string): Promise<void> {
  return api.del('/org/{orgId}/vehicles/{id}', { parts: { id } });
}

/** How many vehicles one call moves at most. */
const mostMoved = 1000;

/** Puts vehicles into a group. */
export async function moveVehicles(groupId: string, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += mostMoved) {
    await api.post('/org/{orgId}/tree/nodes/{nodeId}/vehicles', { vehicle_ids: ids.slice(from, from + mostMoved) }, undefined, { parts: { nodeId: groupId } });
  }
}
