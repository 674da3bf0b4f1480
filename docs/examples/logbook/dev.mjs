// `make dev`: builds what was saved and swaps it into the running host without a gap. Ctrl-C ends it.
import { spawnSync } from 'node:child_process';
import { watch } from 'node:fs';

let waiting;

/** Whatever fails is on the screen, and the host goes on with what it has. */
function swap() {
  const began = Date.now();
  const { status } = spawnSync('make', ['--silent', 'install'], { stdio: 'inherit' });
  console.log(status === 0 ? `swapped in ${Date.now() - began} ms` : 'not swapped');
}

function soon(_kind, name) {
  if (/\.(go|sql|json|tsx?|css)$/.test(name ?? '')) {
    clearTimeout(waiting);
    waiting = setTimeout(swap, 150); // editors write in several steps
  }
}

watch('.', soon);
for (const folder of ['events', 'migrations', 'web/src', 'web/locales']) {
  watch(folder, { recursive: true }, soon);
}
swap();
