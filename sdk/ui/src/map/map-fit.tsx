import { useEffect } from 'react';

import { useMap } from './map-context';

/** Shows all of some points on the map around, whenever they change. One point is shown from `mostZoom`. */
export function MapFit({ points, mostZoom = 16 }: { points: readonly { lat: number; lng: number }[]; mostZoom?: number }) {
  const map = useMap();
  useEffect(() => {
    const [first] = points;
    if (map && first) {
      map.fitBounds(points.map(({ lat, lng }) => [lat, lng]), { padding: [28, 28], maxZoom: mostZoom, animate: false });
    }
  }, [map, points, mostZoom]);
  return null;
}
