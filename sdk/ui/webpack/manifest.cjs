const fs = require('node:fs');
const path = require('node:path');

/**
 * The modules that a plugin's manifest names in its routes, widgets and slots (panels included), as Module Federation wants them:
 * `./entry` is built from `src/entry.tsx` (or .ts). A feature adds a module by naming it in the manifest.
 * @param {string} folder the remote's folder
 * @param {object} remote the manifest's `remote`
 */
function exposedModules(folder, remote) {
  const named = [remote.routes, remote.widgets, remote.slots].flatMap((list) => list ?? []).flatMap(({ module, panels }) => [module, ...(panels ?? [])]).filter(Boolean);
  return Object.fromEntries([...new Set(named)].map((module) => [module, sourceOf(folder, module)]));
}

function sourceOf(folder, module) {
  const base = path.join('src', module);
  const found = [`${base}.tsx`, `${base}.ts`].find((file) => fs.existsSync(path.join(folder, file)));
  if (!found) {
    throw new Error(`the manifest names the module ${module}, but ${base}.tsx is missing in ${folder}`);
  }
  return `./${found}`;
}

/** Reads the manifest's `remote`; says which file is wrong when it has none. */
function readRemote(file) {
  const { remote } = JSON.parse(fs.readFileSync(file, 'utf8'));
  if (!remote) {
    throw new Error(`${file} has no "remote"`);
  }
  return { remote };
}

module.exports = { exposedModules, readRemote };
