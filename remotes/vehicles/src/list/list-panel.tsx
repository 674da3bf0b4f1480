import { Button, Empty, Icon, Stale, useFormat, useText } from '@outrider/sdk';
import { useDeferredValue, useEffect, useRef, type ReactNode } from 'react';

import type { Fleet } from '../fleet/use-fleet';
import type { FleetVehicle } from '../fleet/vehicle';
import { useNow } from '../state/use-now';
import { ListHead } from './list-head';
import { noFilter, type ListFilter, type Sort } from './list-view';
import { SearchField } from './search-field';
import { StatusFilters } from './status-filters';
import { useOrder } from './use-order';
import { VehicleRows, type VehicleRowsHandle } from './vehicle-rows';

import './list.css';

interface ListPanelProps {
  fleet: Fleet;
  /** Those that pass the filter. */
  vehicles: readonly FleetVehicle[];
  filter: ListFilter;
  onFilter: (filter: ListFilter) => void;
  onOnlineOnly: (on: boolean) => void;
  sort: Sort;
  onSort: (sort: Sort) => void;
  selectedId: string | undefined;
  onOpen: (vehicle: FleetVehicle) => void;
  underSelected?: ReactNode;
  /** Shows all on the map, where the map has no button for it. */
  onFit?: () => void;
}

/** The docked list of vehicles; below 991 px it stands in the bottom sheet. */
export function ListPanel({ fleet, vehicles, filter, onFilter, onOnlineOnly, sort, onSort, selectedId, onOpen, underSelected, onFit }: ListPanelProps) {
  const format = useFormat();
  const now = useNow();
  const rows = useRef<VehicleRowsHandle>(null);
  const { ordered, hold } = useOrder(vehicles, sort, now);
  const isActedOn = Boolean(underSelected) && selectedId !== undefined;
  useEffect(() => {
    if (isActedOn) hold(); // the actions must not go away with their row
  });
  const isFiltered = vehicles.length !== fleet.vehicles.length || filter.text !== '' || filter.statuses.size > 0 || filter.area !== undefined;
  const clear = () => {
    onFilter({ ...noFilter });
    onOnlineOnly(false);
  };

  return (
    <>
      <ListHead
        shown={vehicles.length}
        all={fleet.vehicles.length}
        {...{ sort, onSort, onOnlineOnly, isFiltered }}
        onlineOnly={filter.onlineOnly}
        onClear={clear}
        {...(onFit ? { onFit } : {})}
      />
      <SearchField text={filter.text} onText={(text) => onFilter({ ...filter, text })} onLeave={() => rows.current?.focusFirst()} />
      <StatusFilters counts={fleet.counts} chosen={filter.statuses} onChange={(statuses) => onFilter({ ...filter, statuses })} />
      {fleet.state === 'unplaced' ? <Unplaced onRetry={fleet.retry} /> : null}
      {fleet.isStale(now) ? <Stale age={format.age(fleet.heardAt, now)} onRetry={fleet.retry} /> : null}
      {ordered.length > 0 ? (
        <VehicleRows ref={rows} vehicles={ordered} selectedId={selectedId} onOpen={onOpen} onKey={hold} underSelected={underSelected} />
      ) : (
        <NothingFound isFleetEmpty={fleet.vehicles.length === 0} onClear={clear} />
      )}
      <ResultCount count={isFiltered ? vehicles.length : undefined} filter={filter} />
    </>
  );
}

/** The vehicles are there, but nobody knows where they are. */
function Unplaced({ onRetry }: { onRetry: () => void }) {
  const t = useText('vehicles');
  const tSdk = useText();
  return (
    <div className="stale" role="alert">
      <Icon name="warning" small />
      <span className="grow">{t('list.unplaced')}</span>
      <Button variant="quiet" size="small" onClick={onRetry}>
        {tSdk('state.retry')}
      </Button>
    </div>
  );
}

function NothingFound({ isFleetEmpty, onClear }: { isFleetEmpty: boolean; onClear: () => void }) {
  const t = useText('vehicles');
  if (isFleetEmpty) {
    return (
      <Empty icon="vehicles" title={t('empty.none')}>
        {t('empty.noneText')}
      </Empty>
    );
  }
  const action = (
    <Button onClick={onClear}>
      {t('list.clear')}
    </Button>
  );
  return <Empty icon="search" title={t('empty.noMatch')} action={action} />;
}

/** Says how many were found when the user changed the filter, and nothing when vehicles come and go by themselves. */
function ResultCount({ count, filter }: { count: number | undefined; filter: ListFilter }) {
  const t = useText('vehicles');
  const said = useRef<{ filter: ListFilter; count: number | undefined }>({ filter, count });
  const settled = useDeferredValue(filter);
  if (said.current.filter !== settled) {
    said.current = { filter: settled, count };
  }
  return (
    <p className="unseen" role="status">
      {said.current.count === undefined ? '' : t('list.found', { count: said.current.count })}
    </p>
  );
}
