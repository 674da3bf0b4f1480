import { Button, buttonClass, Denied, Icon, linkTo, runVehicleAction, usePermission, useText, VehiclePanelPlace } from '@outrider/sdk';
import { BrowserRouter, useSearchParams } from '@outrider/sdk/router';
import { DataTable, type BulkAction, type RowAction } from '@outrider/sdk/table';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';

import { getFaultTotals } from '../api/faults';
import { getGroups } from '../api/get-groups';
import type { VehicleDetail } from '../api/vehicle-list';
import { loadImportDialog } from '../import/load-dialog';
import { chosenVehicles, deleteVehicles, disableVehicles } from './bulk-actions';
import { useVehicleColumns } from './columns';
import { useContributedColumns } from './contributed-columns';
import { useOfferedActions } from './offered-actions';
import { useLiveRows, vehiclesTable } from './use-live-rows';
import { actionVehicle, type VehicleRow } from './vehicle-row';

import './vehicles.css';

const VehicleModal = lazy(async () => ({ default: (await import('./vehicle-modal')).VehicleModal }));
const MoveDialog = lazy(async () => ({ default: (await import('./move-dialog')).MoveDialog }));
const ImportDialog = lazy(loadImportDialog);

/** The word for a vehicle that is being added, in place of its id. */
const newVehicle = 'new';

/** The list of vehicles, with all that is done to them. */
export function VehiclesScreen() {
  if (!usePermission('viewVehicle')) {
    return <Denied />;
  }
  return (
    <BrowserRouter>
      <AllowedVehiclesScreen />
    </BrowserRouter>
  );
}

function AllowedVehiclesScreen() {
  const t = useText('vehicles');
  const contributed = useContributedColumns();
  const { patches, fetchPage, refresh } = useLiveRows(contributed);
  const groups = useQuery({ queryKey: ['groups'], queryFn: ({ signal }) => getGroups(signal), staleTime: 60_000 });
  const columns = useVehicleColumns(groups.data ?? noGroups, contributed);
  const [moving, setMoving] = useState<{ vehicles: VehicleDetail[]; clear: () => void }>();
  const [isImporting, setImporting] = useState(false);
  const [opened, select] = useOpened();
  const open = useCallback(({ id }: VehicleRow) => select(id), [select]);
  const rowActions = useRowActions(refresh, select);
  const offered = useOfferedActions();
  const own = useBulkActions(refresh, (vehicles, clear) => setMoving({ vehicles, clear }));
  const bulkActions = useMemo(() => [...offered.actions, ...own], [offered.actions, own]);
  const mayCreate = usePermission('createVehicle');
  const add = () => select(newVehicle);

  return (
    <div className="veh-page">
      <DataTable<VehicleRow>
        id={vehiclesTable}
        label={t('list.title')}
        columns={columns}
        rowKey={keyOf}
        fetchPage={fetchPage}
        sort="vehicle_name"
        searchLabel={t('list.search')}
        onOpen={open}
        rowActions={rowActions}
        bulkActions={bulkActions}
        patches={patches}
        actions={
          <>
            <FaultsLink />
            {mayCreate ? (
              <Button onClick={() => setImporting(true)}>
                <Icon name="files" small />
                {t('vehicle.import')}
              </Button>
            ) : null}
            <Button variant="primary" disabled={!mayCreate} title={mayCreate ? undefined : t('vehicle.mayNotAdd')} onClick={add}>
              <Icon name="plus" small />
              {t('vehicle.add')}
            </Button>
          </>
        }
        empty={{ title: t('empty.none'), text: t('empty.noneText'), icon: 'vehicles' }}
      />
      <Suspense fallback={null}>
        {opened ? <VehicleModal key={opened} id={opened === newVehicle ? undefined : opened} groups={groups.data ?? noGroups} onClose={() => select(undefined)} onChanged={refresh} /> : null}
        {isImporting ? <ImportDialog onClose={() => setImporting(false)} onChanged={refresh} /> : null}
        {moving ? (
          <MoveDialog
            groups={groups.data ?? noGroups}
            vehicles={moving.vehicles}
            onClose={() => setMoving(undefined)}
            onMoved={() => {
              moving.clear();
              refresh();
            }}
          />
        ) : null}
      </Suspense>
      {offered.open}
      <VehiclePanelPlace className="veh-panel float" />
    </div>
  );
}

const noGroups: never[] = [];
const keyOf = ({ id }: VehicleRow) => id;

/** The vehicle whose modal is open, by the address: `?vehicle_id=…`; the rest of the address is the table's. */
function useOpened(): [string | undefined, (id: string | undefined) => void] {
  const [search, setSearch] = useSearchParams();
  const select = useCallback(
    (id: string | undefined) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          if (id === undefined) {
            next.delete('vehicle_id');
          } else {
            next.set('vehicle_id', id);
          }
          return next;
        },
        { replace: true },
      ),
    [setSearch],
  );
  return [search.get('vehicle_id') ?? undefined, select];
}

/** The way to the hardware faults, with how many there are. */
function FaultsLink() {
  const t = useText('vehicles');
  const totals = useQuery({ queryKey: ['fault-totals'], queryFn: ({ signal }) => getFaultTotals(signal), refetchInterval: 60_000 });
  return (
    <a className={buttonClass()} {...linkTo('/hardware-faults')}>
      <Icon name="warning" small />
      {t('faults.title')}
      {totals.data ? <b className="num veh-count">{totals.data.faults}</b> : null}
    </a>
  );
}

/** What can be done with one vehicle: its details, what other plugins offer, and the changes that the user may make. */
function useRowActions(refresh: () => void, select: (id: string) => void): (row: VehicleRow) => RowAction[] {
  const t = useText('vehicles');
  const mayUpdate = usePermission('updateVehicle');
  const mayDisable = usePermission('disableVehicle');
  const mayDelete = usePermission('deleteVehicle');
  return useCallback(
    (row) => {
      const denied = (may: boolean) => (may ? {} : { disabled: t('vehicle.mayNot') });
      return [
        { id: 'edit', label: t(mayUpdate ? 'vehicle.edit' : 'vehicle.details'), icon: 'edit', run: () => select(row.id) },
        ...row.offered.map((action) => ({
          id: `${action.remote} ${action.id}`,
          label: action.label,
          ...(action.icon ? { icon: action.icon } : {}),
          ...(action.disabled ? { disabled: action.hint ?? t('row.noSignal') } : {}),
          run: () => runVehicleAction(action, actionVehicle(row)),
        })),
        { id: 'disable', label: t(row.disabled ? 'vehicle.enable' : 'vehicle.disable'), icon: row.disabled ? 'check' : 'lock', ...denied(mayDisable), run: () => void disableVehicles([row], !row.disabled, refresh) },
        { id: 'delete', label: t('bulk.delete'), icon: 'trash', tone: 'danger', ...denied(mayDelete), run: () => void deleteVehicles([row], refresh) },
      ];
    },
    [t, mayUpdate, mayDisable, mayDelete, refresh, select],
  );
}

/** What can be done with several; only what the user may. */
function useBulkActions(refresh: () => void, move: (vehicles: VehicleDetail[], clear: () => void) => void): BulkAction<VehicleRow>[] {
  const t = useText('vehicles');
  const mayMove = usePermission('moveVehicleToGroup');
  const mayDisable = usePermission('disableVehicle');
  const mayDelete = usePermission('deleteVehicle');
  return useMemo(() => {
    const after = (clear: () => void) => () => {
      clear();
      refresh();
    };
    const all: (BulkAction<VehicleRow> & { may: boolean })[] = [
      { id: 'move', may: mayMove, label: t('bulk.move'), icon: 'move', run: async (chosen) => move(await chosenVehicles(chosen), chosen.clear) },
      { id: 'disable', may: mayDisable, label: t('vehicle.disable'), icon: 'lock', run: async (chosen) => disableVehicles(await chosenVehicles(chosen), true, after(chosen.clear)) },
      { id: 'enable', may: mayDisable, label: t('vehicle.enable'), icon: 'check', run: async (chosen) => disableVehicles(await chosenVehicles(chosen), false, after(chosen.clear)) },
      { id: 'delete', may: mayDelete, label: t('bulk.delete'), icon: 'trash', tone: 'danger', run: async (chosen) => void (await deleteVehicles(await chosenVehicles(chosen), after(chosen.clear))) },
    ];
    return all.filter(({ may }) => may);
  }, [t, mayMove, mayDisable, mayDelete, refresh, move]);
}
