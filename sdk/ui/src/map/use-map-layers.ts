import { useEffect, useState } from 'react';

import { contributionsTo, loadRemoteModule, type MapLayer, type MapLayerSource } from '../remote';
import { useShellInfo } from '../session';
import { useMap } from './map-context';

/** What remotes offer to draw on maps; a remote whose code cannot be had offers nothing. */
export function useMapLayers(): MapLayer[] {
  const info = useShellInfo();
  const [layers, setLayers] = useState<MapLayer[]>([]);
  useEffect(() => {
    let isGone = false;
    void Promise.all(contributionsTo('map-layers').map(layersOf)).then((found) => {
      if (!isGone) setLayers(found.flat());
    });
    return () => {
      isGone = true;
    };
  }, [info.plugins]);
  return layers;
}

/** Draws those of `layers` that `shown` names on the map around, as they were at `atMs` or as they are, and takes them off again. */
export function useAttachedLayers(layers: readonly MapLayer[], shown: readonly string[], atMs?: number): void {
  const map = useMap();
  const key = shown.join(' ');
  useEffect(() => {
    if (!map) {
      return undefined;
    }
    const detach = layers.filter(({ id }) => key.split(' ').includes(id)).map((layer) => layer.attach(map, atMs));
    return () => detach.forEach((take) => take());
  }, [map, layers, key, atMs]);
}

async function layersOf(address: { remote: string; module: string }): Promise<MapLayer[]> {
  try {
    const { mapLayers } = (await loadRemoteModule(address)) as { mapLayers: MapLayerSource };
    return await mapLayers();
  } catch (error) {
    console.error(`layers of ${address.remote}`, error);
    return [];
  }
}
