const { heavyEntries, names } = require('./shared.cjs');

/** Shared, but only of use on a map. */
const withMap = ['leaflet', '@outrider/sdk/map'];
const libraries = names.filter((name) => !withMap.includes(name));

/**
 * The shared modules that every page of the portal begins with, in two files: libraries, which stay the same over releases, and the SDK. As
 * two dozen files, as webpack would cut them, they compress worse and each costs a request.
 */
function bootChunks() {
  const group = (name, fits) => ({
    name,
    chunks: 'async',
    enforce: true,
    test: (module, { chunkGraph }) => fits(module.resource ?? '') && isOfBoot(module, chunkGraph),
  });
  const isLibrary = (path) => /[\\/]node_modules[\\/]/.test(path);
  return {
    cacheGroups: {
      libraries: group('libraries', isLibrary),
      sdk: group('sdk', (path) => /[\\/]sdk[\\/]ui[\\/](src[\\/].*\.tsx?|locales[\\/].*\.json)$/.test(path) && !isLibrary(path)),
    },
  };
}

/** Reports whether a module is part of what a light shared module brings along. */
function isOfBoot(module, chunkGraph) {
  for (const chunk of chunkGraph.getModuleChunksIterable(module)) {
    for (const root of chunkGraph.getChunkRootModules(chunk)) {
      if (isLight(root.rawRequest ?? '', root.resource ?? '')) {
        return true;
      }
    }
  }
  return false;
}

function isLight(request, path) {
  if (heavyEntries.includes(request)) {
    return false;
  }
  return libraries.some((name) => path.includes(`/node_modules/${name}/`)) || /[\\/]sdk[\\/]ui[\\/]src[\\/](index|mui|router|schema)\.ts$/.test(path);
}

module.exports = { bootChunks };
