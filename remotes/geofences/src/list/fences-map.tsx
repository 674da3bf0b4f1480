import { Button, Icon, labelled, useFormat, useText } from '@outrider/sdk';
import { LayerControl, MapView, MapZoom, useGround, useTileSettings } from '@outrider/sdk/map';
import { useQuery } from '@tanstack/react-query';
import L from 'leaflet';
import { useEffect, useMemo, useState } from 'react';

import { getDrawn, getNow, type DrawnFence } from '../api/fences';
import { paint } from '../fence-colour';
import { fenceLayer } from '../layer/draw-fences';

interface FencesMapProps {
  chosen: string | undefined;
  onChoose: (id: string) => void;
  /** Counts changes of geofences: each has the map read them again. */
  changes: number;
  /** The moment that is shown, in Unix milliseconds; undefined: now. */
  atMs: number | undefined;
  onNow: () => void;
}

interface Box { west: number; south: number; east: number; north: number }

const everywhere: Box = { west: -180, south: -90, east: 180, north: 90 };

/** All geofences on a map; a click chooses one. */
export function FencesMap({ chosen, onChoose, changes, atMs, onNow }: FencesMapProps) {
  const t = useText('geofences');
  const format = useFormat();
  const settings = useTileSettings();
  const ground = useGround(settings);
  const [map, setMap] = useState<L.Map>();
  const [box, setBox] = useState<Box>(everywhere);
  const { data } = useQuery({
    queryKey: ['geofences', 'map', atMs, box, changes],
    queryFn: ({ signal }) => getDrawn(box, signal, atMs),
    placeholderData: (before, query) => (query?.queryKey[2] === atMs ? before : undefined), // what was drawn stays while the map moves; another time has other shapes
  });
  const fences = useMemo(() => data?.geofences ?? [], [data]);
  const ready = (made: L.Map) => {
    setMap(made);
    const moved = () => {
      const seen = made.getBounds().pad(0.5);
      setBox({ west: seen.getWest(), south: Math.max(-90, seen.getSouth()), east: seen.getEast(), north: Math.min(90, seen.getNorth()) });
    };
    made.on('moveend', moved);
    return () => {
      made.off('moveend', moved);
      setMap(undefined);
    };
  };
  useDrawn(map, fences, chosen, onChoose);
  useInside(map, fences, atMs === undefined, onChoose);
  const fit = () => void fitAll(map, fences);
  const isFirst = useFirst(map, fences, chosen);
  return (
    <MapView label={t('map.title')} settings={settings} ground={ground} onReady={ready}>
      <LayerControl settings={settings} />
      <MapZoom />
      <div className="gf-map-tools float">
        <Button size="small" onClick={fit} disabled={isFirst || fences.length === 0}>
          <Icon name="fit" small />
          {t('map.fitAll')}
        </Button>
        {atMs === undefined ? null : (
          <>
            <span className="gf-warn s12" role="status">{t('map.then', { time: format.dateTime(atMs) })}</span>
            <Button size="small" onClick={onNow}>{t('map.now')}</Button>
          </>
        )}
        {data?.more ? <span className="t2 s12">{t('map.more', { count: fences.length })}</span> : null}
      </div>
    </MapView>
  );
}

/** Draws the geofences; the chosen one stands out. */
function useDrawn(map: L.Map | undefined, fences: readonly DrawnFence[], chosen: string | undefined, onChoose: (id: string) => void): void {
  useEffect(() => {
    if (!map) return undefined;
    const group = L.layerGroup();
    for (const fence of fences) {
      fenceLayer(fence, fence.id === chosen ? { weight: 4 } : {}, onChoose)?.addTo(group);
    }
    group.addTo(map);
    return () => void group.remove();
  }, [map, fences, chosen, onChoose]);
}

const mostCounted = 150; // their ids fit into an address that every proxy takes
const countEveryMs = 30_000;

/** Writes on each geofence how many vehicles are inside now; of many the largest ones. */
function useInside(map: L.Map | undefined, fences: readonly DrawnFence[], isNow: boolean, onChoose: (id: string) => void): void {
  const t = useText('geofences');
  const ids = useMemo(() => fences.filter(({ disabled }) => !disabled).slice(0, mostCounted).map(({ id }) => id), [fences]);
  const { data: now } = useQuery({ queryKey: ['geofences', 'inside', ids], queryFn: ({ signal }) => getNow(ids, signal), enabled: isNow && ids.length > 0, refetchInterval: countEveryMs, placeholderData: (before) => before });
  useEffect(() => {
    if (!map || !now || !isNow) return undefined;
    const group = L.layerGroup();
    for (const fence of fences) {
      const inside = now.get(fence.id)?.inside ?? 0;
      const bounds = boundsOf(fence);
      if (inside === 0 || !bounds.isValid()) continue;
      const badge = document.createElement('span');
      badge.className = 'gf-inside';
      badge.style.borderColor = paint(fence.colour).color; // its letters are read on any colour
      badge.textContent = String(inside);
      badge.title = labelled(fence.name, t('map.inside', { count: inside }));
      const icon = L.divIcon({ html: badge, className: '', iconSize: [26, 22] });
      L.marker(bounds.getCenter(), { icon, keyboard: false }).on('click', () => onChoose(fence.id)).addTo(group);
    }
    group.addTo(map);
    return () => void group.remove();
  }, [map, fences, now, isNow, onChoose, t]);
}

function boundsOf({ shape }: DrawnFence): L.LatLngBounds {
  if (shape.type === 'circle' && shape.center) return L.latLng(shape.center.lat, shape.center.lng).toBounds(2 * (shape.radius_m ?? 0));
  return L.latLngBounds((shape.points ?? []).map(({ lat, lng }) => [lat, lng]));
}

/** Shows all, or the chosen one, when the geofences are there for the first time, and each that is chosen later. */
function useFirst(map: L.Map | undefined, fences: readonly DrawnFence[], chosen: string | undefined): boolean {
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    if (!map || fences.length === 0 || shown === (chosen ?? '')) return;
    const one = fences.filter(({ id }) => id === chosen);
    if (one.length > 0 || shown === undefined) fitAll(map, one.length > 0 ? one : fences);
    setShown(chosen ?? '');
  }, [map, fences, chosen, shown]);
  return shown === undefined;
}

function fitAll(map: L.Map | undefined, fences: readonly DrawnFence[]): void {
  if (!map) return;
  const bounds = L.latLngBounds([]);
  for (const fence of fences) {
    const its = boundsOf(fence);
    if (its.isValid()) bounds.extend(its);
  }
  if (bounds.isValid()) map.fitBounds(bounds.pad(0.1), { maxZoom: 16, animate: false });
}
