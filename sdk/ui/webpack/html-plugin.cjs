const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { transformSync } = require('esbuild');

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
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 100;
      compilation.hooks.processAssets.tap({ name: 'HtmlPlugin', stage }, () => {
        const { template, boot, icon, base } = this.options;
        [template, boot, icon].forEach((file) => compilation.fileDependencies.add(file));
        const { code } = transformSync(fs.readFileSync(boot, 'utf8'), { loader: 'ts', minify: true, format: 'iife', target: 'es2022' });
        const emit = (name, content) => emitHashed(compilation, sources, name, content);
        const bootName = emit('js/boot.js', code);
        const iconName = emit('media/icon.svg', fs.readFileSync(icon));
        const files = [...compilation.entrypoints.get('main').getFiles()];
        const tag = (name) => element(name, base, compilation.getAsset(name).source.buffer());
        const html = fs.readFileSync(template, 'utf8')
          .replace('<!-- icon -->', `<link rel="icon" type="image/svg+xml" href="${base}${iconName}">`)
          .replace('<!-- styles -->', [tag(bootName), ...files.filter((f) => f.endsWith('.css')).map(tag)].join('\n    '))
          .replace('<!-- scripts -->', files.filter((f) => f.endsWith('.js')).map(tag).join('\n    '));
        compilation.emitAsset('index.html', new sources.RawSource(html));
      });
    });
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
