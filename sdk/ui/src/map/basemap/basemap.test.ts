import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { network } from '../../testing';
import { drawTile } from './draw-tile';
import { LabelBoxes } from './labels';
import type { MapTokens } from './map-tokens';
import { metresPerPixel, project } from './mercator';
import { prepareRoads, smooth } from './roads';
import { BaseTileStore } from './tile-store';

afterEach(() => vi.unstubAllGlobals());

describe('projection', () => {
  it('puts Greenwich on the equator in the middle of the world', () => {
    expect(project(0, 0)).toEqual({ x: 0.5, y: 0.5 });
    expect(project(90, 180)).toMatchObject({ x: 1 });
    expect(metresPerPixel(0, 0)).toBeCloseTo(156_543, 0);
    expect(metresPerPixel(60, 1)).toBeCloseTo(39_136, 0);
  });
});

describe('roads', () => {
  it('pass through every waypoint', () => {
    const points = [{ x: 0, y: 0 }, { x: 1, y: 1 }, { x: 2, y: 0 }];
    const curve = smooth(points);
    for (const point of points) expect(curve).toContainEqual(point);
    expect(curve.length).toBeGreaterThan(points.length);
  });

  it('know the box that they are in', () => {
    const [road] = prepareRoads([{ ref: 'M6', kind: 'motorway', points: [[53, -2], [54, -3]] }]);
    expect(road?.bounds).toMatchObject({ minX: project(54, -3).x, minY: project(54, -3).y, maxX: project(53, -2).x });
  });
});

describe('a tile', () => {
  it('draws the towns that it sees a part of, and no others of the thousands around', () => {
    vi.stubGlobal('Path2D', function Path2D() {});
    const begun: [number, number][] = [];
    const ctx = new Proxy({} as CanvasRenderingContext2D, {
      get: (_target, name) => (name === 'moveTo' ? (x: number, y: number) => begun.push([x, y]) : () => undefined),
      set: () => true,
    });
    const places = Array.from({ length: 10_000 }, (_, i) => ({ name: `Town ${i}`, x: (i % 100) * 40, y: Math.floor(i / 100) * 40, population: 1_000 }));
    const base = { land: undefined, coast: undefined, borders: undefined, places, beyond: [{ x: -10, y: 5, population: 8_000_000 }] };
    drawTile(ctx, base, { z: 5, extent: 4096, present: new Set(), full: new Set() } as never, { x: 0, y: 0, zoom: 12, size: 256 }, [], {} as MapTokens);
    expect(begun.length).toBeGreaterThanOrEqual(2); // the one at the corner, and the city beyond
    expect(begun.length).toBeLessThan(20);
  });
});

describe('labels', () => {
  it('are never over one another, and a road does not repeat its number nearby', () => {
    const boxes = new LabelBoxes();
    expect(boxes.claim(0, 0, 100, 20)).toBe(true);
    expect(boxes.claim(90, 10, 100, 20)).toBe(false);
    expect(boxes.claim(300, 300, 150, 150, 'M6')).toBe(true);
    expect(boxes.claim(350, 350, 150, 150, 'M6')).toBe(false);
    expect(boxes.claim(350, 350, 150, 150, 'M62')).toBe(true);
  });
});

describe('the store of tiles', () => {
  const index = { levels: [{ z: 2, extent: 8192, present: ['1/1'], full: ['2/1'] }, { z: 5, extent: 32768, present: [], full: [] }] };

  it('fetches a tile once, and knows sea and land without asking', async () => {
    const fetched: string[] = [];
    network.use(
      http.get('/base/index.json', () => HttpResponse.json(index)),
      http.get('/base/:z/:x/:y', ({ params }) => {
        fetched.push(`${params['z']}/${params['x']}/${params['y']}`);
        return HttpResponse.json({ land: [], coast: [], borders: [], places: [['Leeds', 1, 2, 500_000]] });
      }),
    );
    const store = new BaseTileStore('/base');
    const level = await store.levelFor(3);
    expect((await store.levelFor(12)).z).toBe(5);
    expect((await store.tile(level, 2, 1)).land).toBe('full');
    expect((await store.tile(level, 3, 3)).land).toBeUndefined();
    const [once, again] = await Promise.all([store.tile(level, 1, 1), store.tile(level, 5, 1)]);
    expect(again).toBe(once);
    expect(once.places[0]).toEqual({ name: 'Leeds', x: 1, y: 2, population: 500_000 });
    expect(fetched).toEqual(['2/1/1.json']);
  });

  it('asks again after a failure', async () => {
    let isUp = false;
    network.use(http.get('/base/index.json', () => (isUp ? HttpResponse.json(index) : new HttpResponse(null, { status: 503 }))));
    const store = new BaseTileStore('/base');
    await expect(store.levelFor(5)).rejects.toThrow('503');
    isUp = true;
    expect((await store.levelFor(5)).z).toBe(5);
  });
});
