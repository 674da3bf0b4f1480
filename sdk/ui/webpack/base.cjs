const path = require('node:path');
const { EsbuildPlugin } = require('esbuild-loader');
const MiniCssExtractPlugin = require('mini-css-extract-plugin');
const TerserPlugin = require('terser-webpack-plugin');
const { PrecompressPlugin } = require('./precompress-plugin.cjs');

/** Seconds that a chunk may take before its import fails. */
const chunkTimeoutSeconds = 120;

/**
 * What every browser build has in common: TypeScript by esbuild, CSS as files (the content security policy allows no inline
 * styles without a nonce), names by content, no eval, and .gz and .br beside each file.
 * @param {{ folder: string, output: string, production: boolean, uniqueName: string, prefix?: string }} options `prefix` is
 *   the folder of the hashed files within the output
 */
function baseConfig({ folder, output, production, uniqueName, prefix = '' }) {
  // What has no folder of its own is a remote's, which is served below the digest of its package: names by content would only make its entry longer.
  const name = prefix || !production ? '[name].[contenthash:10]' : '[name]';
  return {
    context: folder,
    mode: production ? 'production' : 'development',
    devtool: production ? false : 'source-map',
    target: ['web', 'es2022'],
    output: {
      path: output,
      publicPath: 'auto',
      filename: `${prefix}js/${name}.js`,
      chunkFilename: `${prefix}js/${name}.js`,
      assetModuleFilename: `${prefix}media/[name].[contenthash:10][ext]`,
      chunkLoadTimeout: chunkTimeoutSeconds * 1000,
      uniqueName,
      clean: { keep: /^assets[\\/]basemap/ }, // the base map is built beside webpack
      crossOriginLoading: 'anonymous',
    },
    resolve: { extensions: ['.tsx', '.ts', '.js', '.mjs', '.json'] },
    module: { rules: rules() },
    optimization: {
      minimizer: minimizers(),
      moduleIds: 'deterministic',
      chunkIds: 'deterministic',
    },
    plugins: [
      new MiniCssExtractPlugin({
        filename: `${prefix}css/${name}.css`,
        chunkFilename: `${prefix}css/${name}.css`,
      }),
      ...(production ? [new PrecompressPlugin()] : []),
    ],
    performance: { hints: false },
    cache: { type: 'filesystem', cacheDirectory: path.join(folder, 'node_modules', '.cache', 'webpack') },
    stats: 'errors-warnings',
  };
}

/**
 * Scripts by terser: it takes out what a module exports and nobody imports, which esbuild leaves inside webpack's functions; a chosen
 * part of react-router is a third of the whole so.
 */
function minimizers() {
  const terserOptions = { ecma: 2020, module: true, compress: { passes: 2 }, format: { comments: false } };
  return [
    new TerserPlugin({ extractComments: false, terserOptions }),
    new EsbuildPlugin({ include: /\.css$/, css: true, legalComments: 'none' }),
  ];
}

function rules() {
  return [
    { test: /\.tsx?$/, loader: 'esbuild-loader', options: { target: 'es2022', jsx: 'automatic' } },
    { test: /\.module\.css$/, use: [MiniCssExtractPlugin.loader, { loader: 'css-loader', options: { modules: { localIdentName: '[name]_[local]_[hash:base64:5]', namedExport: false, exportLocalsConvention: 'camel-case-only' } } }], sideEffects: true },
    { test: /\.css$/, exclude: /\.module\.css$/, use: [MiniCssExtractPlugin.loader, 'css-loader'], sideEffects: true },
    { test: /\.(woff2|png|svg|jpg)$/, type: 'asset/resource' },
  ];
}

module.exports = { baseConfig };
