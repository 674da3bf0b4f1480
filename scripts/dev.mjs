// `make dev PLUGIN=x`: rebuilds one plugin and its remote when a file is saved and swaps it into the running host without a gap.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, watch } from 'node:fs';

const id = process.argv[2];
if (!id || !existsSync(`plugins/${id}/manifest.json`)) {
  console.error('Usage: make dev PLUGIN=<a folder of plugins/>, with `make run` in another terminal');
  process.exit(2);
}
const hasRemote = existsSync(`remotes/${id}/package.json`);

function run(program, ...args) {
  return spawnSync(program, args, { stdio: 'inherit' }).status === 0;
}

/** Builds, packs and installs; whatever fails is on the screen, and the host goes on with what it has. */
function swap() {
  const began = Date.now();
  const ui = hasRemote ? ['-ui', `remotes/${id}/dist`] : [];
  const done =
    run('go', 'build', '-o', `build/plugin-bin/${id}`, `./plugins/${id}`) &&
    run('build/bin/outrider', 'plugin', 'pack', '-source', `plugins/${id}`, '-binary', `build/plugin-bin/${id}`, ...ui, '-out', `build/plugins/${id}`) &&
    run('build/bin/outrider', 'plugin', 'install', `build/plugins/${id}`);
  console.log(done ? `swapped in ${Date.now() - began} ms` : 'not swapped');
}

let waiting;
function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(swap, 150); // editors write in several steps
}

if (hasRemote) {
  // A process group of its own, ended as a whole: npm does not end what it started.
  const web = spawn('npm', ['run', 'watch', '--workspace', `remotes/${id}`], { stdio: ['ignore', 'inherit', 'inherit'], detached: true });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => process.exit());
  }
  process.on('exit', () => process.kill(-web.pid));
  watch(`remotes/${id}/dist`, { recursive: true }, soon);
}
watch(`plugins/${id}`, { recursive: true }, soon);
swap();
