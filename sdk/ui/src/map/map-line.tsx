import L from 'leaflet';
import { useEffect, useMemo } from 'react';

import type { SpeedingLevel } from '../units';
import { useMap, useMapColor } from './map-context';

/** One point of a driven line. */
export interface LinePoint {
  lat: number;
  lng: number;
  /** How far over the limit the vehicle was from here to the next point. */
  level?: SpeedingLevel;
  /** A colour or token for the way to the next point, instead of the level's. */
  color?: string;
}

const colors: Record<SpeedingLevel, string> = {
  none: 'var(--secondary)',
  minor: 'var(--secondary)',
  moderate: 'var(--band-moderate)',
  excessive: 'var(--band-excessive)',
  severe: 'var(--band-severe)',
};

/** A driven line on the map around, coloured by how far over the limit it was driven. */
export function MapLine({ points, weight = 4 }: { points: readonly LinePoint[]; weight?: number }) {
  const map = useMap();
  const color = useMapColor();
  const stretches = useMemo(() => stretchesOf(points), [points]);
  const shown = stretches.map((stretch) => color(stretch.color));
  const casing = color('var(--surface)');
  const key = `${shown.join()} ${casing}`;
  useEffect(() => {
    if (!map) {
      return undefined;
    }
    const under = L.polyline(points.map(({ lat, lng }) => [lat, lng]), { color: casing, weight: weight + 3, opacity: 0.9, interactive: false });
    const over = stretches.map(({ line }, index) => L.polyline(line, { color: shown[index] ?? '', weight, lineCap: 'round', interactive: false }));
    const group = L.layerGroup([under, ...over]).addTo(map);
    return () => void group.remove();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `key` stands for the colours
  }, [map, points, stretches, weight, key]);
  return null;
}

interface Stretch {
  color: string;
  line: L.LatLngTuple[];
}

/** Neighbours of one colour as one line each; every line ends where the next begins. */
export function stretchesOf(points: readonly LinePoint[]): Stretch[] {
  const stretches: Stretch[] = [];
  points.forEach(({ lat, lng, level = 'none', color = colors[level] }, index) => {
    const last = stretches.at(-1);
    last?.line.push([lat, lng]);
    if (index < points.length - 1 && last?.color !== color) {
      stretches.push({ color, line: [[lat, lng]] });
    }
  });
  return stretches;
}
