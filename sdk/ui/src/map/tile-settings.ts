import { useMemo, useSyncExternalStore } from 'react';

import { onShellInfo, shellInfo } from '../session';

/** Where the ground of maps comes from; an empty address means that the kind is not offered. */
export interface TileSettings {
  tilesUrl: string;
  satelliteUrl: string;
  attribution: string;
  /** The .pmtiles file that streets are drawn from; it goes before `tilesUrl`. */
  streetsUrl?: string;
  /** The operator has named a street map, and it cannot be drawn. */
  isStreetsBroken?: boolean;
}

/** What the operator has set. */
export function useTileSettings(): TileSettings {
  const { tiles_url: tilesUrl = '', satellite_url: satelliteUrl = '', attribution = '', streets_url: streetsUrl = '', streets_broken: isStreetsBroken = false } =
    useSyncExternalStore(onShellInfo, shellInfo)?.map ?? {};
  return useMemo(() => ({ tilesUrl, satelliteUrl, attribution, streetsUrl, isStreetsBroken }), [tilesUrl, satelliteUrl, attribution, streetsUrl, isStreetsBroken]);
}

/** Who has to be named under such a map; the data of street maps is OpenStreetMap's. */
export function creditOf({ attribution, streetsUrl }: TileSettings, shown: 'streets' | 'satellite' | 'offline'): string {
  if (shown === 'offline') return '';
  return plainText(attribution) || (shown === 'streets' && streetsUrl ? '© OpenStreetMap' : '');
}

/** Credit lines are written as HTML for Leaflet; here only their words are wanted. */
function plainText(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';
}
