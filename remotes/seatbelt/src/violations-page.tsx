import { actionsFor, Denied, openPath, placeName, runVehicleAction, snackbar, useChosenGroup, useFormat, usePermission, useText, VehiclePanelPlace } from '@outrider/sdk';
import { BrowserRouter } from '@outrider/sdk/router';
import { DataTable, type RowAction, type TableColumn } from '@outrider/sdk/table';
import { useCallback, useMemo } from 'react';

import { listViolations, type Violation } from './api/violations';

import './seatbelt.css';

const keyOf = ({ vehicle_id: id, start_ms: start }: Violation) => `${id}-${start}`;

/** Driving with the seat belt unfastened: who, where, for how long, with the track and the footage of the moment. */
export function ViolationsPage() {
  return usePermission('viewSeatbelt') ? (
    <BrowserRouter>
      <Violations />
    </BrowserRouter>
  ) : (
    <Denied />
  );
}

function Violations() {
  const t = useText('seatbelt');
  const group = useChosenGroup();
  const columns = useColumns();
  const rowActions = useCallback(
    (row: Violation): RowAction[] => [
      { id: 'track', label: t('track'), icon: 'tracking', run: () => openPath(`/tracking?id=${encodeURIComponent(row.vehicle_id)}&at=${row.start_ms}`) },
      { id: 'footage', label: t('footage'), icon: 'video', run: () => void requestFootage(row, t('noFootage')) },
    ],
    [t],
  );
  return (
    <div className="belt">
      <h1 className="unseen">{t('title')}</h1>
      <DataTable<Violation>
        key={group?.id ?? ''}
        id="seatbelt-violations"
        label={t('title')}
        columns={columns}
        rowKey={keyOf}
        fetchPage={listViolations}
        sort="-start"
        searchLabel={t('search')}
        rowActions={rowActions}
        empty={{ title: t('none'), text: t('noneText'), icon: 'belt' }}
      />
      <VehiclePanelPlace />
    </div>
  );
}

/** Asks the vehicle for video of the moment, by whatever module offers that. */
async function requestFootage({ vehicle_id: id, vehicle_name: name, device_id: deviceId, start_ms: timeMs }: Violation, sorry: string): Promise<void> {
  const vehicle = { id, name, deviceId, isOnline: true };
  const action = (await actionsFor(vehicle)).find(({ purpose, disabled }) => purpose === 'request-footage' && !disabled);
  if (!action) {
    snackbar(sorry);
    return;
  }
  runVehicleAction(action, vehicle, { timeMs });
}

function useColumns(): TableColumn<Violation>[] {
  const t = useText('seatbelt');
  const format = useFormat();
  return useMemo(
    () => [
      { id: 'vehicle_name', label: t('vehicle'), value: (row) => row.vehicle_name, width: 140, fixed: true },
      { id: 'driver_name', label: t('driver'), value: (row) => row.driver_name, width: 150, render: (row) => row.driver_name || <span className="t3">{t('noDriver')}</span> },
      { id: 'start', label: t('start'), kind: 'date-time', value: (row) => new Date(row.start_ms).toISOString(), width: 150 },
      { id: 'end', label: t('end'), kind: 'date-time', value: (row) => (row.is_over ? new Date(row.end_ms).toISOString() : ''), width: 160, sortable: false, filterable: false, render: (row) => (row.is_over ? format.dateTime(row.end_ms) : t('ongoing')) },
      { id: 'duration_s', label: t('duration'), value: (row) => row.duration_s, width: 100, filterable: false, render: (row) => format.duration(row.duration_s) },
      { id: 'distance_m', label: t('distance'), value: (row) => row.distance_m, width: 130, filterable: false, render: (row) => format.distance(row.distance_m) },
      { id: 'top_kmh', label: t('topSpeed'), value: (row) => row.top_kmh, width: 110, filterable: false, render: (row) => format.speed(row.top_kmh) },
      { id: 'place', label: t('place'), value: (row) => placeName(row.place), width: 220, sortable: false },
    ],
    [t, format],
  );
}
