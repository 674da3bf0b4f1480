import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** One process; its id and start time together are nobody else's. */
export interface Process {
  pid: number;
  parent: number;
  started: string;
  command: string;
}

/** Every process that descends from `pid`. */
export async function descendants(pid: number): Promise<Process[]> {
  const all = await processes();
  const below = (parent: number): Process[] => all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  return below(pid);
}

/** The running process of one plugin of the product under test. */
export async function pluginProcess(id: string): Promise<Process | undefined> {
  const children = await descendants(Number(process.env.E2E_HOST_PID));
  return children.find(({ command }) => new RegExp(`outrider-plugin-${id}(?![\\w-])`).test(command)); // geo is not geofences
}

/** Whether this very process still runs; one that only waits to be buried does not. */
export async function isAlive({ pid, started }: Process): Promise<boolean> {
  return (await processes()).some((one) => one.pid === pid && one.started === started);
}

/** By /proc where there is one, since a small Linux may lack `ps`. */
function processes(): Promise<Process[]> {
  return existsSync('/proc/self/stat') ? fromProc() : fromPs();
}

async function fromProc(): Promise<Process[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const read = (id: string, file: string) => readFile(`/proc/${id}/${file}`, 'utf8').catch(() => ''); // it may end meanwhile
  const all = await Promise.all(ids.map(async (id) => {
    const stat = await read(id, 'stat');
    const command = await read(id, 'cmdline');
    // "pid (name) state parent …", the start time is field 22; a name may hold blanks and brackets.
    const [state, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const started = rest[17];
    if (!parent || !started || state === 'Z') return [];
    return [{ pid: Number(id), parent: Number(parent), started, command: command.replaceAll('\0', ' ') }];
  }));
  return all.flat();
}

async function fromPs(): Promise<Process[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,stat=,lstart=,args='], { env: { ...process.env, LC_ALL: 'C' }, maxBuffer: 16 << 20 });
  return stdout.split('\n').flatMap((line) => {
    // lstart is five words: Sat Nov 21 06:25:13 2026
    const found = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s+(.*)$/.exec(line);
    const [, pid, parent, state, started, command] = found ?? [];
    if (!pid || !parent || !started || state?.startsWith('Z')) return [];
    return [{ pid: Number(pid), parent: Number(parent), started, command: command ?? '' }];
  });
}
