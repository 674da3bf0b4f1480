const zlib = require('node:zlib');
const { promisify } = require('node:util');

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Files worth compressing: pictures and fonts already are, and the host writes a nonce into each HTML page. */
const compressible = /\.(js|css|json|svg)$/;
/** Smaller files gain nothing. */
const leastBytes = 1024;

/** Writes `name.br` and `name.gz` beside each text file, so that the host only has to choose one. */
class PrecompressPlugin {
  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('PrecompressPlugin', (compilation) => {
      const when = { name: 'PrecompressPlugin', stage: Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER };
      compilation.hooks.processAssets.tapPromise(when, async (assets) => {
        const chosen = Object.keys(assets).filter((name) => compressible.test(name) && assets[name].size() >= leastBytes);
        await Promise.all(chosen.map(async (name) => {
          for (const [ending, bytes] of await compress(assets[name].buffer())) {
            compilation.emitAsset(`${name}.${ending}`, new sources.RawSource(bytes));
          }
        }));
      });
    });
  }
}

async function compress(content) {
  const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 11, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  return [['br', await brotli(content, { params })], ['gz', await gzip(content, { level: 9 })]];
}

module.exports = { PrecompressPlugin };
