import { actionsFor, Button, Denied, Icon, openPath, runVehicleAction, usePermission, useFormat, useManifestText, useShellInfo, useText, VehiclePanelPlace, type ActionVehicle, type OfferedAction, type TextKey } from '@outrider/sdk';
import { BrowserRouter } from '@outrider/sdk/router';
import { DataTable, type ListQuery, type RowAction, type TableColumn } from '@outrider/sdk/table';
import { useCallback, useMemo, useState } from 'react';

import { listFaults, type FaultRow } from '../api/faults';
import { getPresencesOf } from '../api/get-presences';
import { isOnline, typeIcon } from '../fleet/vehicle';
import { faultIcon, faultStatuses, faultTypes } from './fault-kinds';
import { placeOf, textOf } from './fault-list';
import { HardwareStatus } from './hardware-status';

import '../vehicles/vehicles.css';
import './faults.css';

/** A fault with what can be done with its vehicle. */
interface ActionableFault extends FaultRow {
  vehicle: ActionVehicle;
  offered: OfferedAction[];
}

/** What is wrong with the hardware of the vehicles. */
export function FaultsScreen() {
  if (!usePermission('viewVehicle')) {
    return <Denied />;
  }
  return (
    <BrowserRouter>
      <AllowedFaultsScreen />
    </BrowserRouter>
  );
}

function AllowedFaultsScreen() {
  const t = useText('vehicles');
  const columns = useFaultColumns();
  const maySeePresence = usePermission('getVehiclePresence');
  const [opened, setOpened] = useState<ActionVehicle>();
  const fetchPage = useCallback((query: ListQuery, signal: AbortSignal) => fetchActionable(query, signal, maySeePresence), [maySeePresence]);
  const rowActions = useCallback(
    (row: ActionableFault): RowAction[] => [
      { id: 'hardware', label: t('faults.hardware'), icon: 'warning', run: () => setOpened(row.vehicle) },
      { id: 'vehicle', label: t('vehicle.details'), icon: 'vehicles', run: () => openPath(`/vehicles?vehicle_id=${encodeURIComponent(row.vehicleId)}`) },
      ...row.offered.filter(({ id }) => id !== 'hardware').map((action) => ({
        id: `${action.remote} ${action.id}`, label: action.label, ...(action.icon ? { icon: action.icon } : {}),
        ...(action.disabled ? { disabled: action.hint ?? t('row.noSignal') } : {}), run: () => runVehicleAction(action, row.vehicle),
      })),
    ],
    [t],
  );
  return (
    <div className="veh-page">
      <DataTable<ActionableFault>
        id="hardware-faults"
        label={t('faults.title')}
        columns={columns}
        rowKey={keyOf}
        fetchPage={fetchPage}
        sort="vehicle_name"
        searchLabel={t('faults.search')}
        actions={<SystemHealthLink />}
        onOpen={(row) => setOpened(row.vehicle)}
        rowActions={rowActions}
        empty={{ title: t('faults.none'), text: t('faults.noneText'), icon: 'check' }}
      />
      {opened ? <HardwareStatus vehicle={opened} close={() => setOpened(undefined)} /> : null}
      <VehiclePanelPlace className="veh-panel float" />
    </div>
  );
}

/** The way to the report that mails faults, where a plugin brings it. */
function SystemHealthLink() {
  const text = useManifestText();
  const health = useShellInfo().plugins.flatMap(({ remote }) => remote?.routes ?? []).find(({ path }) => path === '/system-health');
  return health ? (
    <Button onClick={() => openPath(health.path)}>
      <Icon name="system" small />
      {text(health.title)}
    </Button>
  ) : null;
}

const keyOf = ({ key }: ActionableFault) => key;

async function fetchActionable(query: ListQuery, signal: AbortSignal, maySeePresence: boolean) {
  const page = await listFaults(query, signal);
  const ids = [...new Set(page.rows.map(({ vehicleId }) => vehicleId))];
  const presences = maySeePresence && ids.length > 0 ? await getPresencesOf(ids, signal).catch(() => []) : [];
  const online = new Map(presences.filter(({ is_defaultdevice }) => is_defaultdevice).map((record) => [record.vehicle_id, isOnline(record)]));
  const rows = await Promise.all(
    page.rows.map(async (row): Promise<ActionableFault> => {
      const vehicle = { id: row.vehicleId, name: row.vehicleName, deviceId: row.device_id, isOnline: online.get(row.vehicleId) ?? false };
      return { ...row, vehicle, offered: await actionsFor(vehicle) };
    }),
  );
  return { ...page, rows };
}

function useFaultColumns(): TableColumn<ActionableFault>[] {
  const t = useText('vehicles');
  const format = useFormat();
  return useMemo(
    () => [
      {
        id: 'vehicle_name', label: t('field.vehicle'), value: (row) => row.vehicleName, width: 170, fixed: true,
        render: (row) => <span className="row"><Icon name={typeIcon(row.vehicleType)} small /><b className="ell">{row.vehicleName}</b></span>,
      },
      { id: 'group', label: t('field.group'), value: (row) => row.group, width: 160 },
      {
        id: 'type', label: t('faults.type'), kind: 'one-of', width: 140, value: (row) => row.type, options: faultTypes.map((type) => ({ value: type, label: t(`fault.${type}`) })),
        render: (row) => <span className="row"><Icon name={faultIcon(row.type)} small />{t(`fault.${row.type}` as TextKey<'vehicles'>, { defaultValue: row.type })}</span>,
      },
      { id: 'text', label: t('faults.text'), value: (row) => textOf(row, t, format), width: 240 },
      {
        id: 'status', label: t('field.status'), kind: 'one-of', value: (row) => row.status, options: faultStatuses.map((status) => ({ value: status, label: t(`faultStatus.${status}`) })), width: 110,
        render: (row) => t(`faultStatus.${row.status}` as TextKey<'vehicles'>, { defaultValue: row.status }),
      },
      { id: 'place', label: t('faults.place'), value: (row) => placeOf(row, t), width: 110, filterable: false, sortable: false },
      { id: 'device_id', label: t('popup.device'), value: (row) => row.device_id, width: 130 },
      { id: 'device_model', label: t('device.model'), value: (row) => row.device_model, width: 100 },
      { id: 'reported_at', label: t('faults.reported'), kind: 'date-time', value: (row) => row.reported_at, width: 170 },
    ],
    [t, format],
  );
}
