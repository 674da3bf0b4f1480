const fs = require('node:fs');
const path = require('node:path');
const { heavyEntries, shared } = require('./shared.cjs');
const sdk = require('../package.json');

/**
 * Writes a module that imports every shared module, so that the shell's build holds and provides all of them, also those that
 * it does not use itself. Returns its path; code imports it as `outrider-provided`. The heavy ones are in the build, but nobody fetches
 * them ahead.
 * @param {string} folder the shell's folder
 */
function writeProvided(folder) {
  const names = Object.keys(shared('shell')).filter(isThere);
  const imports = (chosen) => chosen.map((name) => `  import('${name}'),`).join('\n');
  const file = path.join(folder, 'node_modules', '.cache', 'outrider', 'provided.js');
  const light = imports(names.filter((name) => !heavyEntries.includes(name)));
  const heavy = imports(names.filter((name) => heavyEntries.includes(name)));
  const code = `export const loadProvided = (all) => Promise.all([\n${light}\n  ...(all === true ? [\n${heavy}\n  ] : []),\n]);\n`;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== code) {
    fs.writeFileSync(file, code);
  }
  return file;
}

/** An entry point of the SDK is only there once its file is. */
function isThere(name) {
  if (!name.startsWith(sdk.name)) {
    return true;
  }
  const file = sdk.exports[name === sdk.name ? '.' : `.${name.slice(sdk.name.length)}`];
  return file !== undefined && fs.existsSync(path.join(__dirname, '..', file));
}

module.exports = { writeProvided };
