import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = path.resolve(__dirname, '../..');

/** Time in milliseconds that one block of commands may take on a busy machine with cold caches. */
const blockLimit = 420_000;

/** Commands of the guide; one that stays is stopped once it has said `swapped in` at its start and for a file that was saved. */
export interface Block {
  commands: string;
  stays: boolean;
}

/** The commands of docs/write-a-plugin.md, in order. */
export function guide(): Block[] {
  const text = readFileSync(path.join(root, 'docs/write-a-plugin.md'), 'utf8');
  return [...text.matchAll(/^```sh( stays)?\n([\s\S]*?)^```$/gm)].map(([, stays, commands = '']) => ({ commands, stays: stays !== undefined }));
}

/** A shell that somebody outside the repository works in: it knows the host's program, the portal's address, and no more. */
export class Terminal {
  #folder: string;
  readonly #home: string;
  readonly #environment: NodeJS.ProcessEnv;

  /** Begins in `folder`; the host's data are in `data`. */
  constructor(folder: string, portal: string, data: string) {
    this.#folder = folder;
    this.#home = folder;
    // npm tells its scripts by variables what it was called with; a plugin's own npm must not hear of them.
    const outer = Object.entries(process.env).filter(([name]) => !/^(npm_|OUTRIDER_|INIT_CWD|NODE_ENV|FORCE_COLOR|VITEST|PLAYWRIGHT_|PW_|TEST_)/i.test(name));
    this.#environment = { ...Object.fromEntries(outer), PATH: `${path.join(root, 'build/bin')}:${process.env.PATH ?? ''}`, PORTAL: portal, OUTRIDER_DATA_DIR: data };
  }

  /** Runs commands where the last ones ended, and returns what they said; rejects with that when one fails. */
  async run({ commands, stays }: Block): Promise<string> {
    if (stays) return this.#start(commands);
    const at = path.join(this.#home, '.folder');
    try {
      const { stdout, stderr } = await run('sh', ['-euc', `${commands}\npwd >'${at}'`], { cwd: this.#folder, env: this.#environment, timeout: blockLimit, maxBuffer: 16 << 20 });
      this.#folder = (await readFile(at, 'utf8')).trim();
      return stdout + stderr;
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      throw new Error(`the guide's commands fail:\n${commands}\n${stdout}${stderr}`, { cause: error });
    }
  }

  /** Whether what a plugin is built from can be fetched. */
  async canFetch(): Promise<boolean> {
    const asks = [run('npm', ['ping'], { env: this.#environment, timeout: 15_000 }), run('go', ['list', '-m', 'golang.org/x/text@latest'], { cwd: root, env: { ...this.#environment, GOFLAGS: '-mod=mod' }, timeout: 15_000 })];
    return (await Promise.allSettled(asks)).every(({ status }) => status === 'fulfilled');
  }

  #start(commands: string): Promise<string> {
    const child = spawn('sh', ['-euc', commands], { cwd: this.#folder, env: this.#environment, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const stop = () => child.pid !== undefined && child.exitCode === null && process.kill(-child.pid, 'SIGTERM');
    const page = path.join(this.#folder, 'web/src/logbook.css');
    const save = async () => writeFile(page, `${await readFile(page, 'utf8')}\n.logbook-extra {\n  color: inherit;\n}\n`);
    return new Promise((resolve, reject) => {
      let said = '';
      let saved = false;
      const limit = setTimeout(() => stop() && reject(new Error(`waited in vain for "swapped in":\n${said}`)), blockLimit);
      const swaps = () => said.split('swapped in ').length - 1;
      const hear = (text: Buffer) => {
        said += text.toString();
        if (swaps() > 1) stop();
        else if (swaps() === 1 && !saved) {
          saved = true;
          save().catch(reject);
        }
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.on('close', () => {
        clearTimeout(limit);
        if (swaps() > 1) resolve(said);
        else reject(new Error(`ended before it had swapped twice:\n${said}`));
      });
    });
  }
}
