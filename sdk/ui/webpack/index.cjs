const path = require('node:path');
const { ModuleFederationPlugin } = require('@module-federation/enhanced/webpack');
const { baseConfig } = require('./base.cjs');
const { bootChunks } = require('./boot-chunks.cjs');
const { HtmlPlugin } = require('./html-plugin.cjs');
const { exposedModules, readRemote } = require('./manifest.cjs');
const { writeProvided } = require('./provided.cjs');
const { shared } = require('./shared.cjs');
const { SharedListPlugin } = require('./shared-list-plugin.cjs');

/** Parts of the federation runtime that nobody needs here: the host announces the remotes, and all of them run in a browser. */
const optimization = { disableSnapshot: true, target: 'web' };

/**
 * The whole webpack configuration of a remote:
 *
 *     const { remoteConfig } = require('@outrider/sdk/webpack');
 *     module.exports = remoteConfig(__dirname);
 *
 * It reads the plugin's manifest for the container's name and the modules to expose, and writes to the remote's dist/, which becomes ui/ of the plugin's
 * package.
 * @param {string} folder the remote's folder
 * @param {{ manifest?: string, output?: string }} [places] for a remote that lives outside this repository
 */
function remoteConfig(folder, places = {}) {
  const root = path.resolve(folder, '../..');
  const { remote } = readRemote(places.manifest ?? path.join(root, 'plugins', path.basename(folder), 'manifest.json'));
  const output = places.output ?? path.join(folder, 'dist');
  return (_env, argv) => {
    const config = baseConfig({ folder, output, production: argv.mode !== 'development', uniqueName: `outrider_${remote.name}` });
    config.entry = {};
    // Modules that a page shows side by side (badges, widgets) share what they have in common.
    config.optimization.splitChunks = { chunks: 'async', minSize: 6000 };
    config.plugins.push(new ModuleFederationPlugin({
      name: remote.name,
      filename: 'remoteEntry.js',
      library: { type: 'global', name: globalName(remote.name) },
      exposes: exposedModules(folder, remote),
      shared: shared('remote'),
      shareStrategy: 'loaded-first',
      // The shell has the federation runtime; a remote's entry is small without its own.
      experiments: { externalRuntime: true, optimization },
      manifest: true,
      dts: false,
    }));
    return config;
  };
}

/** The global variable that holds a container, an identifier: `driver-score` becomes `outrider_driver_score`. */
function globalName(remoteName) {
  return `outrider_${remoteName.replace(/[^a-z0-9]/gi, '_')}`;
}

/** The configuration of the shell: it provides every shared module and knows no remote. */
function shellConfig(folder) {
  return pageConfig(folder, { name: 'shell', entry: './src/main.ts', output: 'build/web/shell', base: '/' }, (config) => {
    config.optimization.splitChunks = bootChunks();
    config.resolve.alias = { 'outrider-provided$': writeProvided(folder) };
    config.plugins.push(new ModuleFederationPlugin({
      name: 'outrider_shell',
      shared: shared('shell'),
      shareStrategy: 'loaded-first',
      experiments: { provideExternalRuntime: true, optimization },
      manifest: false,
      dts: false,
    }), new SharedListPlugin(shared('shell')));
  });
}

/** The configuration of the sign-in page: no federation and none of the shell's libraries. */
function signInConfig(folder) {
  return pageConfig(folder, { name: 'sign-in', entry: './src/sign-in/main.ts', output: 'build/web/sign-in', base: '/sign-in/' });
}

function pageConfig(folder, { name, entry, output, base }, extend = () => {}) {
  return (_env, argv) => {
    const target = path.resolve(folder, '..', output);
    const config = baseConfig({ folder, output: target, production: argv.mode !== 'development', uniqueName: `outrider_${name}`, prefix: 'assets/' });
    config.name = name;
    config.entry = { main: entry };
    config.output.publicPath = base;
    config.plugins.push(new HtmlPlugin({
      template: path.join(folder, 'public', `${name}.html`),
      boot: path.join(folder, 'src/boot.ts'),
      icon: path.join(folder, 'public/icon.svg'),
      base,
    }));
    extend(config);
    return config;
  };
}

module.exports = { remoteConfig, shellConfig, signInConfig, shared };
