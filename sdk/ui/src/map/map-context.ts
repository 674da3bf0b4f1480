import type { Map as LeafletMap } from 'leaflet';
import { createContext, useContext, useEffect, useState } from 'react';

import { onColourMode } from '../theme/mode';

/** The map that the children of a {@link MapView} draw on; undefined until it is there. */
export const MapContext = createContext<LeafletMap | undefined>(undefined);

/** The map around. */
export function useMap(): LeafletMap | undefined {
  return useContext(MapContext);
}

/** Resolves colour tokens where the map is, since a canvas knows none; again whenever the mode changes. */
export function useMapColor(): (color: string) => string {
  const map = useMap();
  const [mode, setMode] = useState(0);
  useEffect(() => onColourMode(() => setMode((count) => count + 1)), []);
  return (color) => (map && mode >= 0 ? resolved(map.getContainer(), color) : color);
}

function resolved(container: HTMLElement, color: string): string {
  const probe = document.createElement('span');
  probe.style.color = color;
  container.append(probe);
  const value = getComputedStyle(probe).color || color;
  probe.remove();
  return value;
}
