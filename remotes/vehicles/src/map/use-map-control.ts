import { onColourMode } from '@outrider/sdk';
import type L from 'leaflet';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

import type { FleetStore } from '../fleet/fleet-store';
import type { FleetVehicle } from '../fleet/vehicle';
import { placePopup } from './place-popup';
import { lastView, rememberView } from '../state/last-view';
import { select } from '../state/use-selected';
import type { Spot } from './draw-markers';
import { FleetMapControl } from './fleet-map-control';

interface MapControlOptions {
  store: FleetStore;
  vehicles: readonly FleetVehicle[];
  selectedId: string | undefined;
  /** The pop-up, moved with its marker; absent on a narrow screen. */
  popup: RefObject<HTMLElement | null>;
  hasPopup: boolean;
  /** What a click on a vehicle, or beside it, does; it chooses it for the page without this. */
  onSelect?: (id: string | undefined) => void;
  /** Always begins with all vehicles, and remembers nothing: for small maps. */
  isSmall?: boolean;
}

/** Holds the map's control and hands it what React knows: the vehicles to show, the chosen one, the colours. */
export function useMapControl({ store, vehicles, selectedId, popup, hasPopup, onSelect = select, isSmall = false }: MapControlOptions) {
  const [control, setControl] = useState<FleetMapControl>();
  const [isFollowing, setFollowing] = useState(false);
  const isFitted = useRef(!isSmall && lastView() !== undefined);
  const choose = useRef(onSelect);
  useEffect(() => {
    choose.current = onSelect;
  });
  const shownIds = useRef('');

  const onReady = useCallback((map: L.Map) => {
    const made = new FleetMapControl(map, {
      onSelect: (id) => choose.current(id),
      onFollow: setFollowing,
      onSelectedAt: (at) => movePopup(popup.current, at, map),
    });
    const remember = () => {
      const { lat, lng } = map.getCenter();
      rememberView({ lat, lng, zoom: map.getZoom() });
    };
    if (!isSmall) map.on('moveend', remember);
    const stopMoves = store.onMoved((changed) => made.layer.update(changed));
    const stopColours = onColourMode(() => made.layer.refreshColors());
    setControl(made);
    return () => {
      map.off('moveend', remember);
      stopMoves();
      stopColours();
      setControl(undefined);
    };
  }, [store, popup, isSmall]);

  useEffect(() => control?.setPopup(hasPopup), [control, hasPopup]);

  useEffect(() => {
    const ids = vehicles.map(({ id }) => id).join();
    if (control && (ids !== shownIds.current || ids === '')) {
      shownIds.current = ids;
      control.layer.setVehicles(vehicles);
    }
    if (control && !isFitted.current && vehicles.some(({ position }) => position)) {
      isFitted.current = true;
      control.fit(vehicles, true);
    }
  }, [control, vehicles]);

  const isPlaced = vehicles.some(({ id, position }) => id === selectedId && position !== undefined);
  useEffect(() => {
    control?.select(isPlaced ? selectedId : undefined);
    if (isPlaced) {
      control?.bringIntoView();
    }
  }, [control, selectedId, isPlaced]);

  return { control, isFollowing, onReady };
}

/** Moves the pop-up without rendering: its marker may move at every frame. */
function movePopup(popup: HTMLElement | null, at: Spot | undefined, map: L.Map): void {
  const place = popup && at ? placePopup(at, map.getSize()) : undefined;
  popup?.classList.toggle('shown', place !== undefined);
  if (popup && place) {
    popup.style.transform = `translate(${Math.round(place.left)}px, ${Math.round(place.top)}px)`;
    popup.style.width = `${place.width}px`;
    popup.style.height = `${place.height}px`;
    popup.style.setProperty('--pointer', `${Math.round(place.pointer)}px`);
    popup.classList.toggle('below', place.isBelow);
  }
}
