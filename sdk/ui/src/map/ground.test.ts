import L from 'leaflet';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { network } from '../testing';
import { BaseTileStore } from './basemap/tile-store';
import { Ground, type GroundKind } from './ground';
import { creditOf, type TileSettings } from './tile-settings';

const opened = vi.hoisted(() => ({ layer: undefined as L.GridLayer | undefined, fail: () => {} }));
vi.mock('./streets/street-layer', () => ({
  openStreets: async ({ onFailed }: { onFailed: () => void }) => {
    if (!opened.layer) throw new Error('not a .pmtiles file');
    opened.fail = onFailed;
    return opened.layer;
  },
}));

const settings = { tilesUrl: '/tiles/{z}/{x}/{y}.png', satelliteUrl: '', attribution: '' };
let map: L.Map;
let shown: GroundKind[];
let isInstead: boolean;
let ground: Ground;

/** The ground of an installation. */
function groundOf(tiles: TileSettings): Ground {
  return new Ground(map, tiles, new BaseTileStore('/none'), [], (kind, instead) => {
    shown.push(kind);
    isInstead = instead;
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  network.use(http.get('/none/*', () => new HttpResponse(null, { status: 404 })));
  map = L.map(document.createElement('div')).setView([53, -2], 8);
  shown = [];
  ground = groundOf(settings);
});

afterEach(() => {
  ground.remove();
  map.remove();
  vi.useRealTimers();
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

describe('streets of a file', () => {
  const streets = { ...settings, streetsUrl: '/assets/streets.pmtiles' };

  /** Shows streets, and waits until the layer is there or is given up. */
  async function open(): Promise<void> {
    ground = groundOf(streets);
    ground.show('streets');
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(0);
  }

  it('go before tiles, and lie over the packaged ground', async () => {
    opened.layer = L.gridLayer();
    await open();
    expect(tiles()).toBeUndefined();
    expect(map.hasLayer(opened.layer)).toBe(true);
    opened.layer.fire('tileload');
    expect(shown.at(-1)).toBe('streets');
  });

  it('are given up after failures, and tried again after a minute', async () => {
    opened.layer = L.gridLayer();
    await open();
    for (let i = 0; i < 4; i++) opened.fail();
    expect(map.hasLayer(opened.layer)).toBe(false);
    expect([shown.at(-1), isInstead]).toEqual(['offline', true]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(map.hasLayer(opened.layer)).toBe(true);
  });

  it('are given up where the file cannot be read', async () => {
    opened.layer = undefined;
    await open();
    expect([shown.at(-1), isInstead]).toEqual(['offline', true]);
  });

  it('name OpenStreetMap unless the operator says something else', () => {
    expect(creditOf(streets, 'streets')).toBe('© OpenStreetMap');
    expect(creditOf({ ...streets, attribution: '<a href="https://x.test">Ours</a>' }, 'streets')).toBe('Ours');
    expect(creditOf(streets, 'offline')).toBe('');
    expect(creditOf(settings, 'streets')).toBe('');
  });
});
