import '@geoman-io/leaflet-geoman-free';
import '@geoman-io/leaflet-geoman-free/dist/leaflet-geoman.css';
import type { Layer, Map as LeafletMap, PM } from 'leaflet';
import { useEffect, useRef } from 'react';

import { useMap, useMapColor } from '../map/map-context';
import { shapeLayer } from '../map/map-shape';
import type { Shape, ShapeKind } from '../map/shape';
import { shapeOfLayer } from './read-layer';
import { watchDraggedCorner, watchDrawnEdge } from './watch-edges';

const names: Record<ShapeKind, PM.SUPPORTED_SHAPES> = { circle: 'Circle', polygon: 'Polygon', rectangle: 'Rectangle', route: 'Line' };

/** How near a corner snaps, in pixels. */
const snapDistance = 12;

interface DrawingProps {
  shape: Shape | null;
  /** What is being drawn; null while the shape is edited. */
  drawing: ShapeKind | null;
  color: string;
  /** Corners snap to other shapes on the map, until Alt is held. */
  snaps: boolean;
  readOnly: boolean;
  onDrawn: (shape: Shape) => void;
  onEdited: (shape: Shape) => void;
  /** How long the edges are that follow the pointer, in metres; undefined: none does. */
  onEdges: (metres: number[] | undefined) => void;
}

/** The hand of the drawing: draws a new shape by clicks, or offers the corners of the present one to drag. */
export function Drawing({ shape, drawing, color, snaps, readOnly, onDrawn, onEdited, onEdges }: DrawingProps) {
  const map = useMap();
  const shown = useMapColor()(color);
  const latest = useRef({ onDrawn, onEdited, onEdges });
  latest.current = { onDrawn, onEdited, onEdges };

  useEffect(() => {
    if (!map || !drawing) {
      return undefined;
    }
    const style = { color: shown, weight: 2, fillOpacity: 0.18 };
    const unwatch = watchDrawnEdge(map, drawing, (metres) => latest.current.onEdges(metres === undefined ? undefined : [metres]));
    map.pm.enableDraw(names[drawing], { snappable: snaps, snapDistance, tooltips: false, pathOptions: style, templineStyle: style, hintlineStyle: { ...style, dashArray: '4 4' } });
    const created = ({ layer }: { layer: Layer }) => {
      const drawn = shapeOfLayer(drawing, layer);
      layer.remove(); // it is drawn again as the form's value
      if (drawn) latest.current.onDrawn(drawn);
    };
    map.on('pm:create', created);
    return whileThere(map, () => {
      map.off('pm:create', created);
      unwatch();
      map.pm.disableDraw();
    });
  }, [map, drawing, shown, snaps]);

  useEffect(() => {
    if (!map || !shape || drawing) {
      return undefined;
    }
    const layer = shapeLayer(shape, { color: shown, weight: 2, fillOpacity: 0.18 }).addTo(map);
    if (readOnly) return whileThere(map, () => void layer.remove());
    const quiet = hideHandles(map.getPane('markerPane'));
    layer.pm.enable({ snappable: snaps, snapDistance, allowSelfIntersection: true });
    watchDraggedCorner(map, layer, (metres) => latest.current.onEdges(metres));
    layer.on('pm:edit', () => {
      const edited = shapeOfLayer(shape.kind, layer);
      if (edited) latest.current.onEdited(edited);
    });
    return whileThere(map, () => {
      quiet();
      layer.pm.disable();
      layer.remove();
    });
  }, [map, shape, drawing, shown, snaps, readOnly]);
  return null;
}

/** Tidies once: when it is called, or before the map goes with all that is on it, as when the page is left; afterwards nothing is there to be tidied. */
function whileThere(map: LeafletMap, tidy: () => void): () => void {
  const once = () => {
    map.off('unload', once);
    if (!isTidy) tidy();
    isTidy = true;
  };
  let isTidy = false;
  map.on('unload', once);
  return once;
}

/** Corners are dragged by the pointer; who uses keys or a screen reader has the typed coordinates instead of unnamed buttons. */
function hideHandles(pane: HTMLElement | undefined): () => void {
  const hide = () =>
    pane?.querySelectorAll('.marker-icon').forEach((handle) => {
      handle.setAttribute('aria-hidden', 'true');
      handle.setAttribute('tabindex', '-1');
    });
  const observer = new MutationObserver(hide);
  if (pane) observer.observe(pane, { childList: true });
  return () => observer.disconnect();
}
