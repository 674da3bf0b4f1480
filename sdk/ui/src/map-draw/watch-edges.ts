import L from 'leaflet';

import type { ShapeKind } from '../map/shape';

/** Tells how long the edge to the pointer is while a shape is drawn; of a circle its radius. The function that it returns stops it. */
export function watchDrawnEdge(map: L.Map, kind: ShapeKind, tell: (metres: number | undefined) => void): () => void {
  let last: L.LatLng | undefined;
  const clicked = ({ latlng }: L.LeafletMouseEvent) => {
    last = latlng;
  };
  const vertex = (event: { workingLayer: L.Layer }) => {
    const placed = event.workingLayer instanceof L.Polyline ? (event.workingLayer.getLatLngs() as L.LatLng[]).at(-1) : undefined;
    last = placed ?? last; // where it snapped to
  };
  const moved = ({ latlng }: L.LeafletMouseEvent) => {
    if (last && kind !== 'rectangle') tell(map.distance(last, latlng));
  };
  const begun = ({ workingLayer }: { workingLayer: L.Layer }) => workingLayer.on('pm:vertexadded', () => vertex({ workingLayer }));
  map.on('click', clicked).on('mousemove', moved).on('pm:drawstart', begun);
  return () => {
    map.off('click', clicked).off('mousemove', moved).off('pm:drawstart', begun);
    tell(undefined);
  };
}

type Corners = L.LatLng | Corners[];

/** Tells how long the edges at a corner are while it is dragged. */
export function watchDraggedCorner(map: L.Map, layer: L.Layer, tell: (metres: number[] | undefined) => void): void {
  layer.on('pm:markerdrag', (event) => {
    const { indexPath, markerEvent } = event as unknown as { indexPath?: number[]; markerEvent: { target: L.Marker } };
    if (layer instanceof L.Circle) return tell([layer.getRadius()]);
    const at = indexPath?.at(-1);
    if (!(layer instanceof L.Polyline) || layer instanceof L.Rectangle || at === undefined) return undefined;
    const corners = (layer.getLatLngs() as Corners[]).flat(2) as L.LatLng[];
    const isRing = layer instanceof L.Polygon;
    const beside = [corners[at - 1] ?? (isRing ? corners.at(-1) : undefined), corners[at + 1] ?? (isRing ? corners[0] : undefined)];
    return tell(beside.flatMap((one) => (one ? [map.distance(one, markerEvent.target.getLatLng())] : [])));
  });
  layer.on('pm:markerdragend', () => tell(undefined));
}
