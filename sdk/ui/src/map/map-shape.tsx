import L from 'leaflet';
import { useEffect } from 'react';

import { useMap, useMapColor } from './map-context';
import type { Position, Shape } from './shape';

export interface MapShapeProps {
  shape: Shape;
  /** A colour or token. */
  color?: string;
  /** 0 to 1. */
  fillOpacity?: number;
  /** Shown while the pointer is on it. */
  label?: string;
  onClick?: () => void;
}

/** A drawn shape on the map around: a geofence, an area, a planned route. */
export function MapShape({ shape, color = 'var(--secondary)', fillOpacity = 0.18, label, onClick }: MapShapeProps) {
  const map = useMap();
  const shown = useMapColor()(color);
  useEffect(() => {
    if (!map) {
      return undefined;
    }
    const layer = shapeLayer(shape, { color: shown, weight: 2, fillOpacity: shape.kind === 'route' ? 0 : fillOpacity }).addTo(map);
    if (label) layer.bindTooltip(plain(label), { sticky: true });
    if (onClick) layer.on('click', onClick);
    return () => void layer.remove();
  }, [map, shape, shown, fillOpacity, label, onClick]);
  return null;
}

/** A name as an element: Leaflet takes a string for HTML, and names are people's words. */
function plain(label: string): HTMLElement {
  const text = document.createElement('span');
  text.textContent = label;
  return text;
}

/** The Leaflet layer of a shape. */
export function shapeLayer(shape: Shape, options: L.PathOptions): L.Circle | L.Polygon | ReturnType<typeof L.polyline> {
  switch (shape.kind) {
    case 'circle':
      return L.circle(latLng(shape.geometry.coordinates), { ...options, radius: shape.radius_m });
    case 'route':
      return L.polyline(shape.geometry.coordinates.map(latLng), { ...options, fill: false });
    case 'rectangle':
      return L.rectangle(L.latLngBounds(shape.geometry.coordinates[0].map(latLng)), options);
    case 'polygon':
      return L.polygon(shape.geometry.coordinates[0].slice(0, -1).map(latLng), options);
  }
}

/** The box around a shape. A circle of Leaflet knows its own only while it is on a map. */
export function shapeBounds(shape: Shape): L.LatLngBounds {
  return shape.kind === 'circle' ? L.latLng(latLng(shape.geometry.coordinates)).toBounds(2 * shape.radius_m) : shapeLayer(shape, {}).getBounds();
}

function latLng([lng, lat]: Position): L.LatLngTuple {
  return [lat, lng];
}
