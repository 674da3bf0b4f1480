import { Denied, Failure, Loading, usePermission, useText, useVehiclePanel, VehiclePanelPlace } from '@outrider/sdk';
import { saveMapSettings, useMapSettings } from '@outrider/sdk/map';
import { useMediaQuery } from '@outrider/sdk/mui';
import { lazy, Suspense, useCallback, useDeferredValue, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';

import { useFleet, type Fleet } from './fleet/use-fleet';
import { ListPanel } from './list/list-panel';
import { askedFilter, filterVehicles, type ListFilter, type Sort } from './list/list-view';
import { FleetMap, type Following } from './map/fleet-map';
import { ActionButtons } from './popup/action-buttons';
import { BottomSheet, sheetStops } from './sheet/bottom-sheet';
import { useAsked } from './state/use-asked';
import { useMoment } from './state/use-moment';
import { useRecentRoute } from './state/use-recent-route';
import { select, useSelected } from './state/use-selected';

import './map-screen.css';

const PastMapScreen = lazy(async () => (await import('./past/load-past-map')).loadPastMap());

const Dock = lazy(async () => ({ default: (await import('./popup/dock')).Dock }));

const RecentRoute = lazy(async () => (await import('./tracking/recent-route')).loadRecentRoute());

/** Where the vehicles are and what they are doing, now. */
export function MapScreen() {
  const at = useMoment();
  const mayTrack = usePermission('TrackVehicle');
  if (!usePermission('getVehiclePresence')) return <Denied />;
  return at !== undefined && mayTrack ? (
    <Suspense fallback={<Loading rows={14} />}>
      <PastMapScreen at={at}>{(fleet, overlay) => <LoadedMapScreen {...{ fleet, overlay }} />}</PastMapScreen>
    </Suspense>
  ) : (
    <AllowedMapScreen />
  );
}

function AllowedMapScreen() {
  const t = useText('vehicles');
  const fleet = useFleet();
  switch (fleet.state) {
    case 'pending':
      return (
        <div className="map-split">
          <section className="vlist" aria-label={t('list.title')}>
            <Loading rows={14} label={t('list.loading')} />
          </section>
          <div className="map-waiting" />
        </div>
      );
    case 'failed':
      return <Failure error={fleet.error} onRetry={fleet.retry} />;
    case 'unplaced':
    case 'loaded':
      return <LoadedMapScreen fleet={fleet} />;
  }
}

/** Where the list is a sheet below the map, as in map-screen.css. */
const listBelow = '(max-width: 599px), (max-width: 990px) and (min-height: 600px)';

function LoadedMapScreen({ fleet, overlay }: { fleet: Fleet; overlay?: ReactNode }) {
  const t = useText('vehicles');
  const isNarrow = useMediaQuery(listBelow);
  const { filterOnline } = useMapSettings();
  const selectedId = useSelected();
  const isPast = useMoment() !== undefined;
  const hasRoute = useRecentRoute();
  const [chosen, setChosen] = useState<ListFilter>(askedFilter);
  const [sort, setSort] = useState<Sort>('lastUpdate');
  const [stop, setStop] = useState(1);
  const [{ isFollowing, follow, fit, map }, setFollowing] = useState<Following>({ isFollowing: false, follow: () => {}, fit: () => {} });
  const filter = useMemo(() => ({ ...chosen, onlineOnly: filterOnline }), [chosen, filterOnline]);
  const asked = useDeferredValue(filter); // a key is shown before ten thousand vehicles are searched for it
  const vehicles = useMemo(() => filterVehicles(fleet.vehicles, asked), [fleet.vehicles, asked]);
  const selected = selectedId === undefined ? undefined : fleet.byId.get(selectedId);
  const panel = useVehiclePanel();
  const docked = panel?.isDocked && !isNarrow ? fleet.byId.get(panel.vehicle.id) : undefined;
  useEscape(selectedId !== undefined);
  useAsked(selected, map);
  const onFollowing = useCallback((following: Following) => setFollowing(following), []);

  const list = (
    <ListPanel
      {...{ fleet, vehicles, filter, sort, selectedId }}
      onFilter={setChosen}
      onOnlineOnly={(on) => void saveMapSettings({ filterOnline: on })}
      onSort={setSort}
      {...(isNarrow ? { onFit: () => fit(vehicles) } : {})}
      onOpen={({ id }) => select(id)}
      underSelected={
        isNarrow && selected && !isPast ? (
          <div className="vrow-actions">
            <ActionButtons vehicle={selected} isFollowing={isFollowing} onFollow={follow} />
          </div>
        ) : undefined
      }
    />
  );
  // The map keeps clear of the sheet, but a fully drawn sheet only covers it.
  const covered = isNarrow ? `calc(${Math.min(sheetStops[stop] ?? 0, sheetStops[1]) * 100}% - 16px)` : 0;
  const shown = useMemo(() => (selected && !vehicles.includes(selected) ? [...vehicles, selected] : vehicles), [vehicles, selected]);

  return (
    <div className={docked ? 'map-split docked' : 'map-split'}>
      {isNarrow || docked ? null : (
        <section className="vlist" aria-label={t('list.title')}>
          {list}
        </section>
      )}
      <div className="map-place" style={{ bottom: covered }}>
        <FleetMap store={fleet.store} vehicles={shown} {...{ selected, onFollowing }} hasPopup={!isNarrow && !docked} area={filter.area} onArea={(area) => setChosen({ ...chosen, area })}>
          {overlay}
          {hasRoute && selected && !isPast ? <Suspense fallback={null}><RecentRoute vehicle={selected} /></Suspense> : null}
        </FleetMap>
      </div>
      {isNarrow ? (
        <BottomSheet stop={stop} onStop={setStop} label={t('list.title')}>
          {list}
        </BottomSheet>
      ) : null}
      {docked && map ? <Suspense fallback={null}><Dock vehicle={docked} {...{ map, follow }} /></Suspense> : null}
      <VehiclePanelPlace className={docked ? 'map-panel' : 'map-panel float'} />
    </div>
  );
}

/** Esc closes the selected vehicle, unless something above the page wants the key. */
function useEscape(isOpen: boolean): void {
  // From the moment that it is seen.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('.MuiModal-root')) {
        select(undefined);
      }
    };
    if (isOpen) document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOpen]);
}
