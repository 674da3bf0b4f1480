import L from 'leaflet';
import { useEffect } from 'react';

import { useMap, useMapColor } from '../map/map-context';
import type { Position } from '../map/shape';

/** A ring round the corner that the keyboard has chosen, which is brought into sight. */
export function ChosenCorner({ at: [lng, lat], color }: { at: Position; color: string }) {
  const map = useMap();
  const shown = useMapColor()(color);
  useEffect(() => {
    if (!map) return undefined;
    if (!map.getBounds().pad(-0.05).contains([lat, lng])) map.panTo([lat, lng], { animate: false });
    const ring = L.circleMarker([lat, lng], { radius: 11, color: shown, weight: 4, fill: false, interactive: false, pmIgnore: true }).addTo(map);
    return () => void ring.remove();
  }, [map, lat, lng, shown]);
  return null;
}
