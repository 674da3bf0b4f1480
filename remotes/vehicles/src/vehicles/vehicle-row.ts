import { actionsFor, hasPermission, type ActionVehicle, type OfferedAction, type VehicleColumn } from '@outrider/sdk';
import type { ListQuery, TablePage } from '@outrider/sdk/table';

import { getPresencesOf, type PresenceRecord } from '../api/get-presences';
import { defaultDevice } from '../api/get-vehicles';
import { listVehicles, type VehicleDetail } from '../api/vehicle-list';
import { isOnline, type Status } from '../fleet/vehicle';
import { cellsOf, type ContributedCells } from './contributed-columns';

/** A vehicle of the list: what is kept of it, what it is doing now, and what can be done with it. */
export interface VehicleRow extends VehicleDetail {
  /** Absent without a device, and for those who may not see presence. */
  status?: Status;
  faults?: number;
  driver?: string;
  /** What columns of other plugins say, by the column's id. */
  cells?: ContributedCells;
  offered: OfferedAction[];
}

/** One page with presence, actions and what other plugins' columns say. Presence that cannot be had is taken as none. */
export async function fetchRows(query: ListQuery, columns: readonly VehicleColumn[], signal: AbortSignal): Promise<TablePage<VehicleRow>> {
  const page = await listVehicles(query, signal);
  const ids = page.rows.map(({ id }) => id);
  const [presences, cells] = await Promise.all([ids.length > 0 && hasPermission('getVehiclePresence') ? getPresencesOf(ids, signal).catch(() => []) : [], cellsOf(columns, ids, signal)]);
  const shown = new Map(presences.filter(({ is_defaultdevice }) => is_defaultdevice).map((record) => [record.vehicle_id, record]));
  const rows = await Promise.all(
    page.rows.map(async (row) => {
      const live = liveOf(shown.get(row.id));
      return { ...row, ...live, cells: cells.get(row.id) ?? {}, offered: await actionsFor(actionVehicle({ ...row, ...live })) };
    }),
  );
  return { ...page, rows };
}

/** What a row shows of presence. */
export function liveOf(record: PresenceRecord | undefined): Pick<VehicleRow, 'status' | 'faults' | 'driver'> {
  return record ? { status: record.status, faults: record.faults, driver: record.driver ?? '' } : {};
}

/** The vehicle as actions want it. */
export function actionVehicle({ id, vehicle_name: name, devices, status, disabled }: Pick<VehicleRow, 'id' | 'vehicle_name' | 'devices' | 'status' | 'disabled'>): ActionVehicle {
  const device = defaultDevice(devices);
  return { id, name, isOnline: !disabled && status !== undefined && isOnline({ status }), ...(device ? { deviceId: device.device_id } : {}) };
}
