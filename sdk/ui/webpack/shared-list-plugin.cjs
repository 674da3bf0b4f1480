/**
 * Writes mf-manifest.json beside the shell's page: what it shares, in the form of the remotes' own manifests. The host compares the two and
 * refuses a plugin whose remote was built against other versions.
 */
class SharedListPlugin {
  constructor(shared) {
    this.shared = shared;
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    const list = Object.entries(this.shared).map(([name, { version, singleton, requiredVersion }]) => ({ name, version, singleton, requiredVersion }));
    compiler.hooks.thisCompilation.tap('SharedListPlugin', (compilation) => {
      const at = { name: 'SharedListPlugin', stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL };
      compilation.hooks.processAssets.tap(at, () => {
        compilation.emitAsset('mf-manifest.json', new sources.RawSource(JSON.stringify({ name: 'outrider_shell', shared: list })));
      });
    });
  }
}

module.exports = { SharedListPlugin };
