import L from 'leaflet';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { network } from '../../testing';
import { openStreets } from './street-layer';
import { writeStreets } from './write-streets';

const oxfordRoad = { kind: 'major_road', name: 'Oxford Road', names: { de: 'Oxforder Straße' }, points: [[-2.24, 53.47], [-2.235, 53.465]] } as const;
const file = writeStreets([oxfordRoad], { from: 10, to: 12 });

/** The tile of zoom 12 that the road is in. */
const tile = { z: 12, x: 2022, y: 1325 };

let served: Buffer;

beforeEach(() => {
  served = file;
  vi.stubGlobal('L', L);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  network.use(
    http.get('/assets/streets.pmtiles', ({ request }) => {
      const [, first = '0', last = '0'] = /bytes=(\d+)-(\d+)/.exec(request.headers.get('range') ?? '') ?? [];
      const part = served.subarray(Number(first), Number(last) + 1);
      return new HttpResponse(new Uint8Array(part), { status: 206, headers: { etag: '"one"', 'content-length': String(part.length), 'content-range': `bytes ${first}-${last}/${served.length}` } });
    }),
  );
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The part of the library's layer that reads tiles. */
interface Layer extends L.GridLayer {
  views: Map<string, { tileCache: { source: { get: (at: typeof tile, size: number) => Promise<Map<string, { props: Record<string, unknown> }[]>> } } }>;
}

/** Opens what is served, and reads the tile. */
async function read() {
  const onFailed = vi.fn();
  const layer = (await openStreets({ url: 'http://portal.test/assets/streets.pmtiles', element: document.body, language: 'de', onFailed })) as Layer;
  const tiles = await layer.views.get('')?.tileCache.source.get(tile, 512).catch(() => undefined);
  return { layer, tiles, onFailed };
}

describe('streets of a file', () => {
  it('are read by ranges, with their names in each language', async () => {
    expect(file.length).toBeLessThan(5_000);
    const { layer, tiles, onFailed } = await read();
    expect(layer.options).toMatchObject({ minZoom: 10, maxDataZoom: 12, lang: 'de' });
    expect(tiles?.get('roads')?.[0]?.props).toMatchObject({ kind: 'major_road', name: 'Oxford Road', 'name:de': 'Oxforder Straße' });
    expect(onFailed).not.toHaveBeenCalled();
  });

  it('say that a tile is cut', async () => {
    served = file.subarray(0, file.length - 200);
    const { tiles, onFailed } = await read();
    expect(tiles).toBeUndefined();
    expect(onFailed).toHaveBeenCalled();
  });

  it('refuse what is no such file', async () => {
    served = Buffer.from('<!doctype html>'.repeat(100));
    await expect(read()).rejects.toThrow();
  });
});
