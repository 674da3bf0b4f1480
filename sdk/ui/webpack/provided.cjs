const fs = require('node:fs');
const path = require('node:path');
const { shared } = require('./shared.cjs');
const sdk = require('../package.json');

/**
 * Writes a module that imports every shared module, so that the shell's build holds and provides all of them, also those that
 * it does not use itself. Returns its path; code imports it as `outrider-provided`.
 * @param {string} folder the shell's folder
 */
function writeProvided(folder) {
  const imports = Object.keys(shared('shell')).filter(isThere).map((name) => `  import('${name}'),`);
  const file = path.join(folder, 'node_modules', '.cache', 'outrider', 'provided.js');
  const code = `export const loadProvided = () => Promise.all([\n${imports.join('\n')}\n]);\n`;
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
  return fs.existsSync(path.join(__dirname, '..', file));
}

module.exports = { writeProvided };
