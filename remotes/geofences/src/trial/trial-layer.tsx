import { useMap, useMapColor } from '@outrider/sdk/map';
import L from 'leaflet';
import { useEffect, useMemo } from 'react';

import type { Trial } from '../api/trial';
import { eventsOf } from './counts';

/** How many events are drawn. */
const mostDrawn = 500;

/** The events of a trial where they would have been, and the way of the one that is chosen. */
export function TrialLayer({ trial, chosen, onChoose }: { trial: Trial | undefined; chosen: number | undefined; onChoose: (index: number | undefined) => void }) {
  const map = useMap();
  const colorOf = useMapColor();
  const [dot, line] = [colorOf('var(--secondary)'), colorOf('var(--text)')];
  const events = useMemo(() => (trial ? eventsOf(trial).slice(0, mostDrawn) : []), [trial]);
  useEffect(() => {
    if (!map) return undefined;
    const group = L.layerGroup();
    const options = { pmIgnore: true } as L.PathOptions; // drawing does not snap to it
    const one = events.find(({ index }) => index === chosen);
    const way = (one?.visit.way ?? []).map(({ lat, lng }): L.LatLngTuple => [lat, lng]);
    if (way.length > 1) L.polyline(way, { ...options, color: line, weight: 3, interactive: false }).addTo(group);
    for (const { index, at } of events) {
      L.circleMarker([at.lat, at.lng], { ...options, radius: index === chosen ? 8 : 4, color: dot, weight: 2, fillOpacity: 0.8 }).on('click', () => onChoose(index)).addTo(group);
    }
    group.addTo(map);
    if (one && !map.getBounds().contains([one.at.lat, one.at.lng])) map.panTo([one.at.lat, one.at.lng], { animate: false });
    return () => void group.remove();
  }, [map, events, chosen, onChoose, dot, line]);
  return null;
}
