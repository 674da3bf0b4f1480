/**
 * The one list of modules that shell and remotes share. Every entry is a singleton with a strict version: the shell brings
 * it, a remote only uses it, and a remote that was built against another version fails alone, with a sentence that says so.
 */
const sdk = require('../package.json');

/** What the shell provides besides the dependencies of the SDK itself. */
const extra = { leaflet: '1.9.4' };

const names = [
  'react',
  'react-dom',
  '@emotion/react',
  '@tanstack/react-query',
  'i18next',
  'leaflet',
  'single-spa',
];

/** Entry points of modules above that code imports by their own path. */
const subpaths = { 'react/jsx-runtime': 'react', 'react-dom/client': 'react-dom' };

/** Entry points of the SDK; `mui`, `router` and `schema` are chosen subsets of their libraries, so that the rest can be shaken off. */
const sdkEntries = ['@outrider/sdk', '@outrider/sdk/mui', '@outrider/sdk/router', '@outrider/sdk/map', '@outrider/sdk/schema'];

/** Entry points that only some screens use: shared like the others, but fetched by nobody who does not use them. */
const heavyEntries = [
  '@outrider/sdk/inputs',
  '@outrider/sdk/contributions',
  '@outrider/sdk/charts',
  '@outrider/sdk/days',
  '@outrider/sdk/device-files',
  '@outrider/sdk/explain',
  '@outrider/sdk/map-draw',
  '@outrider/sdk/modal',
  '@outrider/sdk/player',
  '@outrider/sdk/recipients',
  '@outrider/sdk/select',
  '@outrider/sdk/table',
  '@outrider/sdk/tasks',
  '@outrider/sdk/usage',
];

/**
 * The `shared` option of Module Federation.
 * @param {'shell' | 'remote'} side the shell provides every module, a remote has no copy of its own
 */
function shared(side) {
  const one = (version) => ({
    singleton: true,
    strictVersion: true,
    version,
    requiredVersion: caret(version),
    ...(side === 'remote' ? { import: false } : {}),
  });
  const versionOf = (name) => sdk.dependencies[name] ?? extra[name];
  return Object.fromEntries([
    ...names.map((name) => [name, one(versionOf(name))]),
    ...Object.entries(subpaths).map(([path, name]) => [path, one(versionOf(name))]),
    ...[...sdkEntries, ...heavyEntries].map((name) => [name, one(sdk.version)]),
  ]);
}

/** Any compatible version: the same major, for 0.x the same minor. */
function caret(version) {
  return `^${version}`;
}

module.exports = { shared, heavyEntries, names };
