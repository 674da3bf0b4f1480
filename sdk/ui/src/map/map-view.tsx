import L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import { useEffect, useRef, useState, type ReactNode } from 'react';

import { useText } from '../i18n';
import { prepareRoads, type RawRoad, type Road } from './basemap/roads';
import { BaseTileStore } from './basemap/tile-store';
import { Ground, type GroundKind } from './ground';
import { MapContext } from './map-context';
import { MapCredit } from './map-credit';
import { PathCanvas } from './path-canvas';
import type { TileSettings } from './tile-settings';
import { onColourMode } from '../theme/mode';
import './map-view.css';

/** Where the offline base map is served. */
export const BASE_MAP_URL = '/assets/basemap';

let sharedStore: BaseTileStore | undefined;
let sharedRoads: Promise<Road[]> | undefined;

function baseTiles(): BaseTileStore {
  sharedStore ??= new BaseTileStore(BASE_MAP_URL);
  return sharedStore;
}

/** The roads, ready to draw; a map without them is still a map. */
function baseRoads(): Promise<Road[]> {
  sharedRoads ??= fetch(`${BASE_MAP_URL}/roads.json`)
    .then(async (response) => (response.ok ? prepareRoads((await response.json()) as RawRoad[]) : []))
    .catch(() => []);
  return sharedRoads;
}

export interface MapViewProps {
  /** The accessible name of the map. */
  label: string;
  settings: TileSettings;
  ground: GroundKind;
  /** What is shown in fact: "offline" while tiles cannot be had. */
  onGround?: (shown: GroundKind) => void;
  /** Called once with the Leaflet map; what it returns is called when the map goes. */
  onReady?: (map: L.Map) => (() => void) | undefined;
  view?: { lat: number; lng: number; zoom: number };
  /** Who drew the ground is named elsewhere beside the map. */
  hasOwnCredit?: boolean;
  children?: ReactNode;
}

/** Great Britain, until the caller fits the map to its things. */
const START = { lat: 54.2, lng: -2.5, zoom: 6 };

/** A Leaflet map that is never a grey square. Children are laid over it, or draw on it: MapLine, MapMarker, MapShape. */
export function MapView({ label, settings, ground, onGround, onReady, view = START, hasOwnCredit = false, children }: MapViewProps) {
  const element = useRef<HTMLDivElement>(null);
  const latest = useRef({ onGround, onReady, settings, view });
  latest.current = { onGround, onReady, settings, view };
  const [surface, setSurface] = useState<Ground>();
  const [made, setMade] = useState<L.Map>();
  const [shown, setShown] = useState<{ ground: GroundKind; isStandIn: boolean }>({ ground: 'offline', isStandIn: false });
  const base = useBase(made);
  const t = useText();

  useEffect(() => {
    if (!element.current) return undefined;
    const { lat, lng, zoom } = latest.current.view;
    const map = L.map(element.current, {
      zoomControl: false, attributionControl: false, minZoom: 3, maxZoom: 19, worldCopyJump: true, renderer: new PathCanvas(),
      fadeAnimation: false, // each tile on its way in would be drawn anew in every frame while the map is dragged
    }).setView([lat, lng], zoom);
    let under: Ground | undefined;
    let gone = false;
    void baseRoads().then((roads) => {
      if (gone) return;
      under = new Ground(map, latest.current.settings, baseTiles(), roads, (drawn, isStandIn) => {
        setShown({ ground: drawn, isStandIn });
        latest.current.onGround?.(drawn);
      });
      setSurface(under);
    });
    const leave = latest.current.onReady?.(map);
    setMade(map);
    const resized = new ResizeObserver(() => map.invalidateSize({ pan: false }));
    resized.observe(element.current);
    const recolored = onColourMode(() => under?.refreshColors());
    return () => {
      gone = true;
      setMade(undefined);
      recolored();
      resized.disconnect();
      leave?.();
      under?.remove();
      Object.assign(map, { _animatingZoom: false }); // else Leaflet's timer ends a zoom under way on a map that is gone
      map.remove();
    };
  }, []);

  useEffect(() => surface?.show(ground), [surface, ground]);

  return (
    <div className="o-map">
      <div ref={element} className="o-map-canvas" role="application" aria-label={label} />
      <MapCredit settings={settings} ground={hasOwnCredit ? 'offline' : shown.ground} isStandIn={ground === 'streets' && shown.isStandIn} />
      {shown.ground === 'offline' && base !== 'there' ? (
        <p className="o-map-word" role="status">
          {t(base === 'loading' ? 'map.baseLoading' : 'map.baseFailed')}
        </p>
      ) : null}
      <MapContext value={made}>{children}</MapContext>
    </div>
  );
}

/** Whether the base map can be had; after a failure it is asked for again whenever the map is moved. */
function useBase(map: L.Map | undefined): 'loading' | 'there' | 'failed' {
  const [base, setBase] = useState<'loading' | 'there' | 'failed'>('loading');
  useEffect(() => {
    if (!map || base === 'there') return undefined;
    let left = false;
    const look = () => void baseTiles().levelFor(map.getZoom()).then(() => left || setBase('there'), () => left || setBase('failed'));
    look();
    map.on('moveend', look);
    return () => {
      left = true;
      map.off('moveend', look);
    };
  }, [map, base]);
  return base;
}
