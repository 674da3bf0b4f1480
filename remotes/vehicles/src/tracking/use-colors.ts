import { onColourMode } from '@outrider/sdk';
import { useMap } from '@outrider/sdk/map';
import { useCallback, useEffect, useState } from 'react';

/** Resolves colour tokens, since a canvas knows none; another function whenever the mode changes. */
export function useColors(): (color: string) => string {
  const map = useMap();
  const mode = useColourMode();
  return useCallback(
    (color: string) => {
      if (!map || mode < 0) return color;
      const probe = document.createElement('span');
      probe.style.color = color;
      map.getContainer().append(probe);
      const value = getComputedStyle(probe).color || color;
      probe.remove();
      return value;
    },
    [map, mode],
  );
}

function useColourMode(): number {
  const [mode, setMode] = useState(0);
  useEffect(() => onColourMode(() => setMode((count) => count + 1)), []);
  return mode;
}
