import { gzipSync } from 'node:zlib';

import { zxyToTileId } from 'pmtiles';

/** A line of a street map: longitude and latitude of its points. */
interface Street {
  kind: 'highway' | 'major_road' | 'minor_road';
  name: string;
  /** The name in other languages, by their codes. */
  names?: Record<string, string>;
  points: readonly (readonly [number, number])[];
}

/** The extent of a tile in its own units. */
const extent = 4096;

/** A tile with the streets that go through it. */
interface Tile {
  zoom: number;
  x: number;
  y: number;
  streets: Street[];
}

/** Streets as a .pmtiles file of some zoom levels, with land below them, in the scheme of Protomaps; for tests. */
export function writeStreets(streets: readonly Street[], zooms: { from: number; to: number }): Buffer {
  const tiles = new Map<number, Tile>();
  for (let zoom = zooms.from; zoom <= zooms.to; zoom++) {
    for (const street of streets) {
      for (const { x, y } of tilesUnder(street, zoom)) {
        const id = zxyToTileId(zoom, x, y);
        const tile = tiles.get(id) ?? { zoom, x, y, streets: [] };
        tile.streets.push(street);
        tiles.set(id, tile);
      }
    }
  }
  const packed = [...tiles].sort(([a], [b]) => a - b).map(([id, tile]) => ({ id, bytes: gzipSync(tileOf(tile)) }));
  const root = gzipSync(directoryOf(packed));
  const metadata = gzipSync(JSON.stringify({ vector_layers: [{ id: 'earth' }, { id: 'roads' }], attribution: '© OpenStreetMap' }));
  return Buffer.concat([headOf(root.length, metadata.length, packed, zooms), root, metadata, ...packed.map(({ bytes }) => bytes)]);
}

function headOf(root: number, metadata: number, tiles: readonly { bytes: Buffer }[], { from, to }: { from: number; to: number }): Buffer {
  const head = Buffer.alloc(127);
  head.write('PMTiles', 0, 'latin1');
  head[7] = 3;
  const size = tiles.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const numbers = [127, root, 127 + root, metadata, 127 + root + metadata, 0, 127 + root + metadata, size, tiles.length, tiles.length, tiles.length];
  numbers.forEach((value, index) => head.writeBigUInt64LE(BigInt(value), 8 + 8 * index));
  head.set([1, 2, 2, 1, from, to], 96); // clustered, gzip, gzip, vector tiles
  [-180, -85, 180, 85].forEach((degrees, index) => head.writeInt32LE(degrees * 1e7, 102 + 4 * index));
  return head;
}

/** A directory has columns: differences of ids, runs, lengths, offsets; each tile follows the one before. */
function directoryOf(tiles: readonly { id: number; bytes: Buffer }[]): Buffer {
  const ids = tiles.map(({ id }, index) => id - (tiles[index - 1]?.id ?? 0));
  return Buffer.from([tiles.length, ...ids, ...tiles.map(() => 1), ...tiles.map(({ bytes }) => bytes.length), ...tiles.map((_, index) => (index === 0 ? 1 : 0))].flatMap(varint));
}

/** The tiles that a street goes through, by its points and some between. */
function tilesUnder({ points }: Street, zoom: number): { x: number; y: number }[] {
  const found = new Map<string, { x: number; y: number }>();
  for (let index = 1; index < points.length; index++) {
    const [from, to] = points.slice(index - 1, index + 1).map((point) => worldOf(point, zoom));
    if (!from || !to) continue;
    const steps = 1 + Math.ceil(4 * Math.hypot(to.x - from.x, to.y - from.y));
    for (let step = 0; step <= steps; step++) {
      const tile = { x: Math.floor(from.x + ((to.x - from.x) * step) / steps), y: Math.floor(from.y + ((to.y - from.y) * step) / steps) };
      found.set(`${tile.x}/${tile.y}`, tile);
    }
  }
  return [...found.values()];
}

/** A place in tiles of a zoom, from the north-western corner of the world. */
function worldOf([lng, lat]: readonly [number, number], zoom: number): { x: number; y: number } {
  const sine = Math.sin((lat * Math.PI) / 180);
  return { x: (lng / 360 + 0.5) * 2 ** zoom, y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** zoom };
}

/** A vector tile (Mapbox's format, version 2). */
function tileOf({ zoom, x, y, streets }: Tile): Buffer {
  const square = [9, 0, 0, 26, zigzag(extent), 0, 0, zigzag(extent), zigzag(-extent), 0, 15];
  const land = layer('earth', [{ type: 3, tags: { kind: 'earth' }, geometry: square }]);
  const roads = layer('roads', streets.map(({ kind, name, names = {}, points }) => ({
    type: 2,
    tags: { kind, name, ...Object.fromEntries(Object.entries(names).map(([language, text]) => [`name:${language}`, text])) },
    geometry: lineOf(points.map((point) => worldOf(point, zoom)).map((at) => ({ x: Math.round((at.x - x) * extent), y: Math.round((at.y - y) * extent) }))),
  })));
  return Buffer.from([...field(3, land), ...field(3, roads)]);
}

function lineOf(points: readonly { x: number; y: number }[]): number[] {
  const [first = [], ...others] = points.map((point, index) => [zigzag(point.x - (points[index - 1]?.x ?? 0)), zigzag(point.y - (points[index - 1]?.y ?? 0))]);
  return [9, ...first, (others.length << 3) | 2, ...others.flat()];
}

function layer(name: string, features: readonly { type: number; tags: Record<string, string>; geometry: readonly number[] }[]): number[] {
  const keys = [...new Set(features.flatMap(({ tags }) => Object.keys(tags)))];
  const values = [...new Set(features.flatMap(({ tags }) => Object.values(tags)))];
  return [
    ...varint(15 << 3), 2,
    ...field(1, text(name)),
    ...features.flatMap(({ type, tags, geometry }) => field(2, [
      ...field(2, Object.entries(tags).flatMap(([key, value]) => [...varint(keys.indexOf(key)), ...varint(values.indexOf(value))])),
      3 << 3, type,
      ...field(4, geometry.flatMap(varint)),
    ])),
    ...keys.flatMap((key) => field(3, text(key))),
    ...values.flatMap((value) => field(4, field(1, text(value)))),
    ...varint(5 << 3), ...varint(extent),
  ];
}

const zigzag = (value: number) => (value << 1) ^ (value >> 31);
const text = (value: string) => [...Buffer.from(value)];
const field = (number: number, bytes: readonly number[]) => [...varint((number << 3) | 2), ...varint(bytes.length), ...bytes];

function varint(value: number): number[] {
  const bytes: number[] = [];
  while (value >= 128) {
    bytes.push((value % 128) | 128);
    value = Math.floor(value / 128);
  }
  return [...bytes, value];
}
