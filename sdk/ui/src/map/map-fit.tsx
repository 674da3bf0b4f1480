import { useEffect } from 'react';

import { corePoints } from './core-points';
import { useMap } from './map-context';

/**
 * Shows all of some points on the map around, whenever they change, but for single ones far from the others; with `isShape` each
 * corner counts. One point is shown from `mostZoom`.
 */
export function MapFit({ points, mostZoom = 16, isShape = false }: { points: readonly { lat: number; lng: number }[]; mostZoom?: number; isShape?: boolean }) {
  const map = useMap();
  useEffect(() => {
    const [first] = points;
    if (map && first) {
      map.fitBounds((isShape ? points : corePoints(points)).map(({ lat, lng }) => [lat, lng]), { padding: [28, 28], maxZoom: mostZoom, animate: false });
    }
  }, [map, points, mostZoom, isShape]);
  return null;
}
