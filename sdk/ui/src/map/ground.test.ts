import L from 'leaflet';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { BaseTileStore } from './basemap/tile-store';
import { Ground, type GroundKind } from './ground';

const settings = { tilesUrl: '/tiles/{z}/{x}/{y}.png', satelliteUrl: '', attribution: '' };
let map: L.Map;
let shown: GroundKind[];
let ground: Ground;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }));
  map = L.map(document.createElement('div')).setView([53, -2], 8);
  shown = [];
  ground = new Ground(map, settings, new BaseTileStore('/none'), [], (kind) => shown.push(kind));
});

afterEach(() => {
  ground.remove();
  map.remove();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The layer of tiles that is on the map, if any. */
function tiles(): L.TileLayer | undefined {
  let found: L.TileLayer | undefined;
  map.eachLayer((layer) => {
    if (layer instanceof L.TileLayer) found = layer;
  });
  return found;
}

describe('the ground of a map', () => {
  it('offers what is configured, and always the offline map', () => {
    expect(Ground.offered(settings)).toEqual(['streets', 'offline']);
    expect(Ground.offered({ tilesUrl: '', satelliteUrl: '', attribution: '' })).toEqual(['offline']);
  });

  it('is the offline map until the first tile is there', () => {
    ground.show('streets');
    expect(shown.at(-1)).toBe('offline');
    tiles()?.fire('tileload');
    expect(shown.at(-1)).toBe('streets');
  });

  it('falls back when tiles cannot be had, and tries again after a minute', () => {
    ground.show('streets');
    for (let i = 0; i < 4; i++) tiles()?.fire('tileerror');
    expect(tiles()).toBeUndefined();
    expect(shown.at(-1)).toBe('offline');
    vi.advanceTimersByTime(60_000);
    tiles()?.fire('tileload');
    expect(shown.at(-1)).toBe('streets');
  });
});
