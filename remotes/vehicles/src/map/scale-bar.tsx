import { useFormat } from '@outrider/sdk';
import { metresPerPixel } from '@outrider/sdk/map';
import type L from 'leaflet';
import { useEffect, useState } from 'react';

import { scaleOf } from './scale';

/** The widest that the bar may be, in pixels. */
const maxPx = 120;

/** How long something on the map is, in the user's units. */
export function ScaleBar({ map }: { map: L.Map }) {
  const { settings } = useFormat();
  const [perPixel, setPerPixel] = useState(() => metresPerPixelOf(map));

  useEffect(() => {
    const moved = () => setPerPixel(metresPerPixelOf(map));
    map.on('moveend zoomend', moved);
    return () => void map.off('moveend zoomend', moved);
  }, [map]);

  const { value, unit, widthPx } = scaleOf(perPixel, maxPx, settings.units);
  const unitDisplay = unit === 'kilometer' || unit === 'meter' ? 'short' : 'long';
  return (
    <div className="map-scale" aria-hidden="true">
      {new Intl.NumberFormat(settings.locale, { style: 'unit', unit, unitDisplay }).format(value)}
      <i style={{ width: Math.round(widthPx) }} />
    </div>
  );
}

function metresPerPixelOf(map: L.Map): number {
  return metresPerPixel(map.getCenter().lat, map.getZoom());
}
