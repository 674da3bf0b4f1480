const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { buildSync } = require('esbuild');

/**
 * Writes index.html: the template's <!-- styles --> and <!-- scripts --> become the files of the entry, each with its
 * subresource integrity. `boot` is a small script that must run before the first paint (it sets the colour mode).
 */
class HtmlPlugin {
  constructor({ template, boot, icon, base }) {
    this.options = { template, boot, icon, base };
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('HtmlPlugin', (compilation) => {
      let names;
      const early = { name: 'HtmlPlugin', stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL };
      compilation.hooks.processAssets.tap(early, () => {
        names = this.emitOwnFiles(compilation, sources);
      });
      // Integrity is of the final bytes: after minimising and hashing.
      const late = { name: 'HtmlPlugin', stage: Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 100 };
      compilation.hooks.processAssets.tap(late, () => {
        compilation.emitAsset('index.html', new sources.RawSource(this.page(compilation, names)));
      });
    });
  }

  emitOwnFiles(compilation, sources) {
    const { template, boot, icon } = this.options;
    [template, boot, icon].forEach((file) => compilation.fileDependencies.add(file));
    const built = buildSync({ entryPoints: [boot], bundle: true, minify: true, format: 'iife', target: 'es2022', write: false, metafile: true });
    Object.keys(built.metafile.inputs).forEach((file) => compilation.fileDependencies.add(path.resolve(file)));
    const emit = (name, content) => emitHashed(compilation, sources, name, content);
    return { boot: emit('js/boot.js', built.outputFiles[0].text), icon: emit('media/icon.svg', fs.readFileSync(icon)) };
  }

  page(compilation, names) {
    const { template, base } = this.options;
    const files = [...compilation.entrypoints.get('main').getFiles()];
    const tag = (name) => element(name, base, compilation.getAsset(name).source.buffer());
    const tags = (ending) => files.filter((name) => name.endsWith(ending)).map(tag).join('\n    ');
    return fs.readFileSync(template, 'utf8')
      .replace('<!-- icon -->', `<link rel="icon" type="image/svg+xml" href="${base}${names.icon}">`)
      .replace('<!-- styles -->', `${tag(names.boot)}\n    ${tags('.css')}`)
      .replace('<!-- scripts -->', tags('.js'));
  }
}

/** Emits a file that webpack itself does not build, under a name with its hash. */
function emitHashed(compilation, sources, name, content) {
  const { dir, name: stem, ext } = path.parse(name);
  const hash = crypto.createHash('sha256').update(content).digest('hex').slice(0, 10);
  const hashed = `assets/${dir}/${stem}.${hash}${ext}`;
  compilation.emitAsset(hashed, new sources.RawSource(content));
  return hashed;
}

function element(name, base, content) {
  const integrity = `sha384-${crypto.createHash('sha384').update(content).digest('base64')}`;
  const url = `${base}${name}`;
  if (name.endsWith('.css')) {
    return `<link rel="stylesheet" href="${url}" integrity="${integrity}" crossorigin="anonymous">`;
  }
  const wait = name.includes('/boot.') ? '' : ' defer';
  return `<script src="${url}" integrity="${integrity}" crossorigin="anonymous"${wait}></script>`;
}

module.exports = { HtmlPlugin };
