import { confirm, snackbar, toast, translate } from '@outrider/sdk';
import { chosenRows, type TableSelection } from '@outrider/sdk/table';

import { deleteVehicle, moveVehicles, updateVehicle } from '../api/change-vehicles';
import { listVehicles, type VehicleDetail } from '../api/vehicle-list';
import type { VehicleRow } from './vehicle-row';

/** How many calls are under way at once. */
const atOnce = 6;

const t = (key: string, values?: Record<string, unknown>) => translate(`vehicles:${key}`, values);

/** The vehicles that a selection means, on whatever page they are. */
export function chosenVehicles(selection: TableSelection<VehicleRow>): Promise<VehicleDetail[]> {
  return chosenRows<VehicleDetail>(selection, ({ id }) => id, listVehicles);
}

/** Does one call for each; returns how many failed, and says so. */
export async function forEach<T>(things: readonly T[], act: (thing: T) => Promise<unknown>): Promise<number> {
  let next = 0;
  let failed = 0;
  const work = async () => {
    for (let thing = things[next++]; thing !== undefined; thing = things[next++]) {
      await act(thing).catch((error: unknown) => {
        console.error('change of many vehicles', error);
        failed += 1;
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, things.length) }, work));
  if (failed > 0) {
    snackbar(t('bulk.failed', { count: failed }), undefined, 'error');
  }
  return failed;
}

/** Disables or enables vehicles, and offers to take it back. */
export async function disableVehicles(vehicles: readonly VehicleDetail[], disabled: boolean, after: () => void): Promise<void> {
  const changed = vehicles.filter((vehicle) => vehicle.disabled !== disabled);
  const failed = await forEach(changed, ({ id }) => updateVehicle(id, { disabled }));
  after();
  if (failed === 0) {
    const undo = () => void forEach(changed, ({ id }) => updateVehicle(id, { disabled: !disabled })).then(after);
    snackbar(t(disabled ? 'bulk.disabled' : 'bulk.enabled', { count: changed.length }), { label: t('bulk.undo'), run: undo });
  }
}

/** Asks, then deletes vehicles. */
export async function deleteVehicles(vehicles: readonly Pick<VehicleDetail, 'id' | 'vehicle_name'>[], after: () => void): Promise<boolean> {
  const [only] = vehicles;
  if (!only) {
    return false;
  }
  const title = vehicles.length === 1 ? t('bulk.deleteOne', { name: only.vehicle_name }) : t('bulk.deleteMany', { count: vehicles.length });
  if (!(await confirm({ title, text: t('bulk.deleteText'), confirm: t('bulk.delete'), tone: 'danger' }))) {
    return false;
  }
  const failed = await forEach(vehicles, ({ id }) => deleteVehicle(id));
  after();
  if (failed === 0) {
    toast(t('bulk.deleted', { count: vehicles.length }));
  }
  return true;
}

/** Moves vehicles to a group, and offers to put each back to where it was. */
export async function moveTo(groupId: string, label: string, vehicles: readonly VehicleDetail[], after: () => void): Promise<void> {
  await moveVehicles(groupId, vehicles.map(({ id }) => id));
  after();
  const before = new Map<string, VehicleDetail[]>();
  vehicles.forEach((vehicle) => before.set(vehicle.node, [...(before.get(vehicle.node) ?? []), vehicle]));
  const undo = () => void forEach([...before], ([node, list]) => moveVehicles(node, list.map(({ id }) => id))).then(after);
  snackbar(t('bulk.moved', { count: vehicles.length, group: label }), { label: t('bulk.undo'), run: undo });
}
