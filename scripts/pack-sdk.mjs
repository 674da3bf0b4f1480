// Packs the SDK for teams outside this repository into build/web/sdk, which a host serves under /sdk/: the npm package with compiled code,
// the Go module in the layout of a module proxy, the guide, and sdk.json, which `outrider plugin new` reads.
//
// OUTRIDER_RELEASE=1 gives the version of sdk/ui/package.json. Any other build gets one that is named by its content, so that neither
// npm's nor Go's cache, which never ask again for a version that they know, ever has an older build of it.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { zipSync } from 'fflate';

import { indexPage } from './pack-sdk-page.mjs';

const target = 'build/web/sdk';
const stage = 'build/sdk-ui/package';
const ui = read('sdk/ui/package.json');
const root = read('package.json');

function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Every file below a folder but those that `skip` names, sorted, as slash-separated paths from it. */
function filesOf(folder, skip = () => false) {
  return readdirSync(folder, { recursive: true })
    .map((name) => name.split(sep).join('/'))
    .filter((name) => !/(^|\/)(node_modules|dist)(\/|$)/.test(name) && !skip(name) && statSync(join(folder, name)).isFile())
    .sort();
}

/** sdk/ without its browser half. */
const goFiles = filesOf('sdk', (name) => name.startsWith('ui/'));

function versionOf() {
  if (process.env.OUTRIDER_RELEASE === '1') return ui.version;
  const sum = createHash('sha256');
  const sources = [...filesOf('sdk').map((file) => `sdk/${file}`), 'package.json', 'tsconfig.base.json', 'scripts/pack-sdk.mjs'];
  for (const file of sources) sum.update(`${file}\0`).update(readFileSync(file));
  return `${ui.version}-dev.${sum.digest('hex').slice(0, 12)}`;
}

/** The path of a source within the package: compiled code, declarations, or a file as it is. */
function packed(source) {
  const built = source.replace(/^\.\/src\//, './dist/');
  return /\.tsx?$/.test(built) ? { types: built.replace(/\.tsx?$/, '.d.ts'), default: built.replace(/\.tsx?$/, '.js') } : built;
}

/** What a remote is tested with; a team may have its own. */
const testing = ['@playwright/test', '@testing-library/jest-dom', '@testing-library/react', '@testing-library/user-event', 'axe-core', 'msw', 'vitest'];

function versions(names) {
  return Object.fromEntries(names.map((name) => [name, ui.dependencies[name] ?? ui.devDependencies[name] ?? root.devDependencies[name]]));
}

function packageJson() {
  const entries = ui.exports;
  return {
    name: ui.name,
    version: ui.version,
    description: ui.description,
    sideEffects: ui.sideEffects,
    files: ['dist', 'locales', 'webpack', 'schemas', 'README.md'],
    exports: {
      ...Object.fromEntries(Object.entries(entries).map(([name, source]) => [name, packed(source)])),
      './manifest.schema.json': './schemas/manifest.schema.json',
      './package.json': './package.json',
    },
    dependencies: { ...ui.dependencies, ...versions(['@types/leaflet', '@types/react', '@types/react-dom']) },
    peerDependencies: { ...ui.peerDependencies, ...versions(testing) },
    peerDependenciesMeta: Object.fromEntries(testing.map((name) => [name, { optional: true }])),
  };
}

function packBrowserHalf(version) {
  execFileSync('node', ['node_modules/typescript/bin/tsc', '-p', 'sdk/ui/tsconfig.pack.json'], { stdio: 'inherit' });
  rmSync(stage, { recursive: true, force: true });
  cpSync('build/sdk-ui/dist', join(stage, 'dist'), { recursive: true });
  for (const file of filesOf('sdk/ui/src', (name) => !name.endsWith('.css'))) cpSync(join('sdk/ui/src', file), join(stage, 'dist', file));
  for (const name of ['locales', 'webpack', 'README.md']) cpSync(join('sdk/ui', name), join(stage, name), { recursive: true });
  cpSync('sdk/plugin/manifest/manifest.schema.json', join(stage, 'schemas/manifest.schema.json'));
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(packageJson(), null, 2)}\n`);
  const name = `outrider-sdk-${version}.tgz`;
  // npm writes the same bytes for the same content, as a lock file of somebody's plugin expects.
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', target, `./${stage}`]);
  renameSync(join(target, `outrider-sdk-${ui.version}.tgz`), join(target, name));
  return name;
}

/** The four files that Go's tool asks a proxy for; https://go.dev/ref/mod#goproxy-protocol says what is in them. */
function packGoHalf(version) {
  const folder = join(target, 'go/outrider.dev/sdk/@v');
  mkdirSync(folder, { recursive: true });
  const content = Object.fromEntries(goFiles.map((file) => [`outrider.dev/sdk@v${version}/${file}`, readFileSync(join('sdk', file))]));
  const info = JSON.stringify({ Version: `v${version}`, Time: '2026-01-01T00:00:00Z' });
  writeFileSync(join(folder, `v${version}.zip`), zipSync(content, { mtime: '2026-01-01' }));
  writeFileSync(join(folder, `v${version}.mod`), readFileSync('sdk/go.mod'));
  writeFileSync(join(folder, `v${version}.info`), info);
  writeFileSync(join(folder, 'list'), `v${version}\n`);
  writeFileSync(join(folder, '../@latest'), info);
}

function packDocs() {
  const isText = (name) => /\.(md|go|sql|tsx?|mjs|cjs|mts|json|css)$|(^|\/)Makefile$|[^.]+$/.test(name);
  for (const file of filesOf('docs', (name) => name.startsWith('images/') || !isText(name))) cpSync(join('docs', file), join(target, 'docs', file));
  cpSync('sdk/README.md', join(target, 'docs/sdk.md'));
  cpSync('sdk/ui/README.md', join(target, 'docs/sdk-ui.md'));
}

const version = versionOf();
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
const npm = packBrowserHalf(version);
packGoHalf(version);
packDocs();
const sdk = {
  version: ui.version,
  go: `v${version}`,
  go_toolchain: /^go (\S+)$/m.exec(readFileSync('sdk/go.mod', 'utf8'))[1],
  npm,
  dependencies: versions(['@tanstack/react-query', 'react', 'react-dom']),
  toolchain: versions([...Object.keys(ui.peerDependencies), ...testing, '@types/node', 'jsdom', 'openapi-typescript', 'typescript', 'webpack-cli'].sort()),
};
for (const [name, value] of Object.entries(sdk.toolchain)) sdk.toolchain[name] = value ?? ui.peerDependencies[name];
writeFileSync(join(target, 'sdk.json'), `${JSON.stringify(sdk, null, 2)}\n`);
writeFileSync(join(target, 'index.html'), indexPage(sdk, relative('build/web', target)));
console.log(`  packed SDK ${version}`);
