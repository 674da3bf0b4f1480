const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { transformSync } = require('esbuild');

/**
 * Writes index.html: the template's <!-- styles --> and <!-- scripts --> become the files of the entry, each with its
 * subresource integrity. `boot` is a small script that must run before the first paint (it sets the colour mode).
 */
class HtmlPlugin {
  constructor({ template, boot, base }) {
    this.options = { template, boot, base };
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('HtmlPlugin', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 100;
      compilation.hooks.processAssets.tap({ name: 'HtmlPlugin', stage }, () => {
        const { template, boot, base } = this.options;
        [template, boot].forEach((file) => compilation.fileDependencies.add(file));
        const bootName = this.emitBoot(compilation, sources, boot);
        const files = [...compilation.entrypoints.get('main').getFiles()];
        const tag = (name) => element(name, base, compilation.getAsset(name).source.buffer());
        const html = fs.readFileSync(template, 'utf8')
          .replace('<!-- styles -->', [tag(bootName), ...files.filter((f) => f.endsWith('.css')).map(tag)].join('\n    '))
          .replace('<!-- scripts -->', files.filter((f) => f.endsWith('.js')).map(tag).join('\n    '));
        compilation.emitAsset('index.html', new sources.RawSource(html));
      });
    });
  }

  emitBoot(compilation, sources, file) {
    const { code } = transformSync(fs.readFileSync(file, 'utf8'), { loader: 'ts', minify: true, format: 'iife', target: 'es2022' });
    const hash = crypto.createHash('sha256').update(code).digest('hex').slice(0, 10);
    const name = `assets/js/${path.parse(file).name}.${hash}.js`;
    compilation.emitAsset(name, new sources.RawSource(code));
    return name;
  }
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
