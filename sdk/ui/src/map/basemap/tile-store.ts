/** A populated place of a base map tile, in tile units. */
export interface BasePlace {
  name: string;
  x: number;
  y: number;
  population: number;
}

/** One base map tile, ready to draw: paths are in tile units, 0 to extent from its north-west corner. */
export interface BaseTile {
  land: Path2D | 'full' | undefined;
  coast: Path2D | undefined;
  borders: Path2D | undefined;
  places: BasePlace[];
  /** Towns of other tiles whose ground reaches into this one; x and y are outside of it. */
  beyond: Town[];
}

/** Where a town is, in units of its tile, and how many people live there. */
export type Town = Pick<BasePlace, 'x' | 'y' | 'population'>;

/** A level of the base map: all tiles of one zoom, drawn larger at the zooms above it. */
export interface BaseLevel {
  z: number;
  extent: number;
  present: Set<string>;
  full: Set<string>;
}

interface RawTile {
  land: number[][];
  coast: number[][];
  borders: number[][];
  places: [string, number, number, number][];
  beyond?: [number, number, number][];
}

interface RawIndex {
  levels: { z: number; extent: number; present: string[]; full: string[] }[];
}

const SEA: BaseTile = { land: undefined, coast: undefined, borders: undefined, places: [], beyond: [] };
const LAND: BaseTile = { ...SEA, land: 'full' };

/** Fetches and keeps the tiles that build-basemap.mjs made. One store serves every map of the page. */
export class BaseTileStore {
  private index: Promise<BaseLevel[]> | undefined;
  private readonly tiles = new Map<string, Promise<BaseTile>>();

  constructor(private readonly baseUrl: string) {}

  /** The level that serves a map zoom. */
  async levelFor(zoom: number): Promise<BaseLevel> {
    const levels = await this.levels();
    const level = levels.filter(({ z }) => z <= Math.max(zoom, levels[0]?.z ?? 0)).at(-1);
    if (!level) throw new Error('the base map has no levels');
    return level;
  }

  /** What there is; asked for again after a failure. */
  private levels(): Promise<BaseLevel[]> {
    this.index ??= fetchJson<RawIndex>(`${this.baseUrl}/index.json`).then(({ levels }) =>
      levels.map((level) => ({ ...level, present: new Set(level.present), full: new Set(level.full) })));
    this.index.catch(() => { this.index = undefined; });
    return this.index;
  }

  /** The tile of a level; a tile that is not stored is sea, or land where the index says so. */
  tile(level: BaseLevel, x: number, y: number): Promise<BaseTile> {
    const wrapped = ((x % 2 ** level.z) + 2 ** level.z) % 2 ** level.z;
    const key = `${wrapped}/${y}`;
    if (level.full.has(key)) return Promise.resolve(LAND);
    if (!level.present.has(key)) return Promise.resolve(SEA);
    const url = `${this.baseUrl}/${level.z}/${key}.json`;
    let tile = this.tiles.get(url);
    if (!tile) {
      tile = fetchJson<RawTile>(url).then(decode);
      tile.catch(() => this.tiles.delete(url));
      this.tiles.set(url, tile);
    }
    return tile;
  }
}

async function fetchJson<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`base map ${url}: ${response.status}`);
  return (await response.json()) as T;
}

function decode(raw: RawTile): BaseTile {
  return {
    land: pathOf(raw.land, true),
    coast: pathOf(raw.coast, false),
    borders: pathOf(raw.borders, false),
    places: raw.places.map(([name, x, y, population]) => ({ name, x, y, population })),
    beyond: (raw.beyond ?? []).map(([x, y, population]) => ({ x, y, population })),
  };
}

/** Lines are flat and delta-coded: x0, y0, dx, dy, … */
function pathOf(lines: number[][], closed: boolean): Path2D | undefined {
  if (lines.length === 0) return undefined;
  const path = new Path2D();
  for (const line of lines) {
    let x = 0;
    let y = 0;
    for (let i = 0; i + 1 < line.length; i += 2) {
      x += line[i] ?? 0;
      y += line[i + 1] ?? 0;
      if (i === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    }
    if (closed) path.closePath();
  }
  return path;
}
