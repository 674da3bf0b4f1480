// Prints where the npm packages have ffmpeg, for a machine whose system has none: plugins.footage.ffmpeg of `make run`. Prints nothing where the
// plugin finds the system's by itself.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const usual = ['/usr/local/bin', '/usr/bin', '/bin', '/opt/homebrew/bin']; // as in plugins/footage/internal/thumbnail
const packaged = resolve('node_modules', '@ffmpeg-installer', `${process.platform}-${process.arch}`, 'ffmpeg');

if (!usual.some((folder) => existsSync(join(folder, 'ffmpeg'))) && existsSync(packaged)) console.log(packaged);
