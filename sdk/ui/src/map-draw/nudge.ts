import type { Map as LeafletMap } from 'leaflet';

import { cornersOf, shapeOf, type Position, type Shape } from '../map/shape';

/** How far a step of a key is on the screen, in pixels: who zooms in moves less. */
const stepPx = 2;

/** A shape with one corner so many steps further to the right and down, as the map is seen; undefined where it has no such corner. */
export function nudged(map: Pick<LeafletMap, 'project' | 'unproject'>, shape: Shape, index: number, stepsX: number, stepsY: number): { shape: Shape; at: Position } | undefined {
  const corners = cornersOf(shape);
  const corner = corners[index];
  if (!corner) return undefined;
  const { lat, lng } = map.unproject(map.project([corner[1], corner[0]]).add([stepsX * stepPx, stepsY * stepPx]));
  const at: Position = [rounded(lng, 180), rounded(lat, 90)];
  const changed = shapeOf(shape.kind, corners.map((one, place) => (place === index ? at : one)), shape.kind === 'circle' ? shape.radius_m : undefined);
  return changed && { shape: changed, at };
}

function rounded(degrees: number, most: number): number {
  return Number(Math.max(-most, Math.min(most, degrees)).toFixed(6));
}
