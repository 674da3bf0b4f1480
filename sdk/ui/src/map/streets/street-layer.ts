import type { GridLayer } from 'leaflet';
import { labelRules, leafletLayer, paintRules, PmtilesSource } from 'protomaps-leaflet';

import { readMapTokens } from '../basemap/map-tokens';
import { streetColors } from './street-colors';

export interface StreetOptions {
  /** Where the .pmtiles file is. */
  url: string;
  /** Whose theme holds for the colours. */
  element: Element;
  /** The language of names, "de"; what has no name in it is written as people there write it. */
  language: string;
  /** A tile could not be had, for whatever reason. */
  onFailed: () => void;
}

/** The streets as a layer. Nothing is painted where the file has no tiles, and below its zoom levels the layer is empty; rejected where the file cannot be read. */
export async function openStreets({ url, element, language, onFailed }: StreetOptions): Promise<GridLayer> {
  const { p: file } = new PmtilesSource(url, true);
  const { minZoom, maxZoom } = await file.getHeader();
  const tileOf = file.getZxy.bind(file);
  file.getZxy = async (z, x, y, signal) => {
    try {
      return await tileOf(z, x, y, signal);
    } catch (error) {
      if (!signal?.aborted) onFailed();
      throw error;
    }
  };
  const colors = streetColors(readMapTokens(element));
  // The type of the library's layer is its own; it is Leaflet's layer of tiles.
  return leafletLayer({
    url: file, maxDataZoom: maxZoom, lang: language, paintRules: paintRules(colors), labelRules: labelRules(colors, language), minZoom, maxZoom: 19, keepBuffer: 2,
  }) as unknown as GridLayer;
}
