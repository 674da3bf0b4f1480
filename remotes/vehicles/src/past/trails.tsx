import { useMap } from '@outrider/sdk/map';
import L from 'leaflet';
import { useEffect } from 'react';

import { useSelected } from '../state/use-selected';
import { useColors } from '../tracking/use-colors';
import type { PastRecord } from './get-moment';

/** How each vehicle came to where it was: a line behind it, of the selected one a stronger one. */
export function Trails({ records }: { records: readonly PastRecord[] }) {
  const map = useMap();
  const color = useColors();
  const selectedId = useSelected();
  useEffect(() => {
    if (!map) return undefined;
    const lines = records.map(({ vehicle_id, trail, coordinates }) => {
      const isSelected = vehicle_id === selectedId;
      const way: L.LatLngTuple[] = [...trail.map(([lat = 0, lng = 0]): L.LatLngTuple => [lat, lng]), ...(coordinates ? [[coordinates.lat, coordinates.lng] as L.LatLngTuple] : [])];
      return L.polyline(way, { color: color('var(--secondary-text)'), weight: isSelected ? 5 : 3, opacity: isSelected ? 0.9 : 0.45, interactive: false });
    });
    const group = L.layerGroup(lines).addTo(map);
    return () => void group.remove();
  }, [map, records, color, selectedId]);
  return null;
}
