import { shapeLayer } from '@outrider/sdk/map';
import L from 'leaflet';

import { getDrawn, type DrawnFence } from '../api/fences';
import { shapeOfArea } from '../area-shape';
import { paint } from '../fence-colour';

/** How a geofence is painted over what is below it. */
export function fenceLayer(fence: DrawnFence, options: L.PathOptions, onClick: (id: string) => void): L.Layer | undefined {
  const shape = shapeOfArea(fence.shape);
  if (!shape) {
    return undefined;
  }
  const { color, fill, border } = paint(fence.colour);
  const name = document.createElement('span');
  name.textContent = fence.name;
  const style = { color, weight: 2, opacity: fence.disabled ? 0.4 : border, fillOpacity: fence.disabled ? 0.1 : fill, ...(fence.disabled ? { dashArray: '4 4' } : {}), ...options };
  return shapeLayer(shape, style).bindTooltip(name, { sticky: true }).on('click', () => onClick(fence.id));
}

/** How geofences are drawn over a map. */
export interface LayerOptions {
  style?: L.PathOptions;
  onClick?: (id: string) => void;
  /** One that is left out. */
  without?: string | undefined;
  /** As they were then, in Unix milliseconds. */
  atMs?: number | undefined;
}

/** Draws the geofences in sight on a map, again whenever it is moved, until what it returns is called. Vehicles stay to be seen through them. */
export function drawFences(map: L.Map, { style = { fillOpacity: 0.2 }, onClick = () => {}, without, atMs }: LayerOptions): () => void {
  let shown: L.LayerGroup | undefined;
  let asked: AbortController | undefined;
  const draw = async () => {
    asked?.abort();
    const { signal } = (asked = new AbortController());
    const seen = map.getBounds().pad(0.3);
    const box = { west: seen.getWest(), south: Math.max(-90, seen.getSouth()), east: seen.getEast(), north: Math.min(90, seen.getNorth()) };
    const { geofences } = await getDrawn(box, signal, atMs);
    const next = L.layerGroup(geofences.filter(({ id, disabled }) => !disabled && id !== without).flatMap((fence) => fenceLayer(fence, style, onClick) ?? []));
    shown?.remove();
    shown = next.addTo(map);
  };
  const moved = () => void draw().catch((error: unknown) => {
    if (!asked?.signal.aborted) console.error('geofences of the map', error);
  });
  map.on('moveend', moved);
  moved();
  return () => {
    map.off('moveend', moved);
    asked?.abort();
    shown?.remove();
  };
}
