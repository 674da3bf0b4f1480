import { useText } from '@outrider/sdk';
import { Ground, groundOf, MapView, saveMapSettings, useMapSettings, useTileSettings, withGround, type GroundKind } from '@outrider/sdk/map';
import type L from 'leaflet';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';

import type { FleetStore } from '../fleet/fleet-store';
import type { FleetVehicle } from '../fleet/vehicle';
import type { Area } from '../list/list-view';
import { VehiclePopup } from '../popup/vehicle-popup';
import { lastView } from '../state/last-view';
import { select } from '../state/use-selected';
import { AreaSelect } from './area-select';
import { MapControls } from './map-controls';
import { MapFoot } from './map-foot';
import { MapToolbar } from './map-toolbar';
import { ScaleBar } from './scale-bar';
import { SpotMenu } from './spot-menu';
import { useMapControl } from './use-map-control';

import './fleet-map.css';

interface FleetMapProps {
  store: FleetStore;
  /** Those that pass the filter. */
  vehicles: readonly FleetVehicle[];
  selected: FleetVehicle | undefined;
  area: Area | undefined;
  onArea: (area: Area | undefined) => void;
  /** The selected vehicle has its pop-up on the map. */
  hasPopup: boolean;
  /** Gets what keeps following, for the actions outside the map. */
  onFollowing: (following: Following) => void;
  children?: ReactNode;
}

/** Whether the selected vehicle is followed, and what the list may ask of the map. */
export interface Following {
  isFollowing: boolean;
  follow: (on: boolean) => void;
  /** Shows all of these vehicles. */
  fit: (vehicles: readonly FleetVehicle[]) => void;
  /** Absent until it is there. */
  map?: L.Map;
}

/** The fleet on a map, with its tools and the pop-up of the selected vehicle. */
export function FleetMap({ store, vehicles, selected, area, onArea, hasPopup, onFollowing, children }: FleetMapProps) {
  const t = useText('vehicles');
  const settings = useTileSettings();
  const saved = useMapSettings();
  const offered = useMemo(() => Ground.offered(settings), [settings]);
  const wanted = groundOf(saved, offered);
  const [shown, setShown] = useState<GroundKind>(wanted);
  const [isSelecting, setSelecting] = useState(false);
  const [view] = useState(lastView);
  const popup = useRef<HTMLElement>(null);
  const { control, isFollowing, onReady } = useMapControl({ store, vehicles, selectedId: selected?.id, popup, hasPopup });

  useEffect(() => onFollowing({ isFollowing, follow: (on) => control?.follow(on), fit: (all) => control?.fit(all), ...(control ? { map: control.map } : {}) }), [control, isFollowing, onFollowing]);

  const choose = (ground: GroundKind) => void saveMapSettings(withGround(saved, ground));

  return (
    <MapView label={t('map.label')} settings={settings} ground={wanted} hasOwnCredit onGround={setShown} onReady={onReady} {...(view ? { view } : {})}>
      <MapToolbar
        onFit={() => control?.fit(vehicles)}
        onlineOnly={saved.filterOnline}
        onOnlineOnly={(filterOnline) => void saveMapSettings({ filterOnline })}
        isSelecting={isSelecting}
        onSelecting={setSelecting}
        hasArea={area !== undefined}
        onClearArea={() => onArea(undefined)}
      />
      <MapControls
        onZoom={(by) => control?.map.zoomIn(by)}
        ground={wanted}
        offered={offered}
        onGround={choose}
        selected={selected?.name}
        onCentre={() => control?.centre()}
      />
      {control ? <ScaleBar map={control.map} /> : null}
      <MapFoot ground={shown} vehicles={vehicles} />
      {control ? <SpotMenu map={control.map} /> : null}
      {control && isSelecting ? (
        <AreaSelect
          map={control.map}
          onCancel={() => setSelecting(false)}
          onArea={(chosen) => {
            setSelecting(false);
            onArea(chosen);
          }}
        />
      ) : null}
      {selected && hasPopup ? (
        <VehiclePopup ref={popup} vehicle={selected} isFollowing={isFollowing} onFollow={(on) => control?.follow(on)} onClose={() => select(undefined)} />
      ) : null}
      {children}
    </MapView>
  );
}
