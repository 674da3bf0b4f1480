import { useMap } from '@outrider/sdk/map';
import { useEffect } from 'react';

import { drawFences } from '../layer/draw-fences';

/** The other geofences in sight, faintly: what is drawn snaps to their corners and edges. */
export function Neighbours({ without }: { without: string | undefined }) {
  const map = useMap();
  useEffect(() => (map ? drawFences(map, { style: { fillOpacity: 0.06, weight: 1, interactive: false }, without }) : undefined), [map, without]);
  return null;
}
