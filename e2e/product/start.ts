import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, open, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { freePorts } from './free-ports';
import { startIssuer } from './issuer';
import { descendants, isAlive } from './processes';
import { until } from './until';

const root = path.resolve(__dirname, '../..');

/** Times in milliseconds; a first start makes a database cluster and the demonstration's history. */
const limits = { start: 180_000, stop: 60_000, childrenGone: 5_000 } as const;

/** Starts the built product with its demonstration in a folder of its own, and returns what stops it. */
async function start(): Promise<() => Promise<void>> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'outrider-e2e-')));
  await chmod(folder, 0o755); // the database may run as a user of its own
  const [http, mqtt, rtsp, other = 0] = await freePorts(4);
  const base = `http://localhost:${http}`;
  const issuer = await startIssuer(folder, other, base);
  const logFile = path.join(folder, 'host.log');
  const log = await open(logFile, 'w');
  const host = spawn(path.join(root, 'build/bin/outrider'), ['serve', '-demo'], {
    cwd: root,
    stdio: ['ignore', log.fd, log.fd],
    env: {
      ...withoutSettings(process.env),
      OUTRIDER_HTTP_ADDRESS: `127.0.0.1:${http}`,
      OUTRIDER_HTTP_PUBLIC_URL: base,
      OUTRIDER_DEVICES_MQTT_ADDRESS: `127.0.0.1:${mqtt}`,
      OUTRIDER_DEVICES_RTSP_ADDRESS: `127.0.0.1:${rtsp}`,
      OUTRIDER_DATA_DIR: path.join(folder, 'data'),
      OUTRIDER_PLUGINS_INTEGRATIONS_ALLOW_NETWORKS: '127.0.0.0/8', // a provider of a journey
      OUTRIDER_WEBHOOKS_ALLOW_NETWORKS: '127.0.0.0/8', // a receiver of a journey
      OUTRIDER_PLUGINS_VEHICLES_DEMO_HISTORY: '0', // two weeks of readings would busy the machine that the journeys run on
      ...issuer.settings,
    },
  });
  await log.close();

  const stop = async () => {
    issuer.stop();
    await stopAll(host, folder);
  };
  try {
    await until(`the product is ready, see its log:\n${base}/readyz`, limits.start, async () => {
      if (host.exitCode !== null) throw new Error(`the host ended with ${host.exitCode}`);
      return (await fetch(`${base}/readyz`).catch(() => undefined))?.ok === true;
    });
  } catch (error) {
    const written = await readFile(logFile, 'utf8');
    await stop().catch(() => undefined);
    throw new Error(`${String(error)}\n${written.slice(-8_000)}`, { cause: error });
  }
  process.env.E2E_BASE_URL = base;
  process.env.E2E_MQTT_PORT = String(mqtt);
  process.env.E2E_HOST_PID = String(host.pid);
  process.env.E2E_DATA_DIR = path.join(folder, 'data');
  return stop;
}

/** Ends the product as Ctrl-C does, and fails when a process of it is left. */
async function stopAll(host: ChildProcess, folder: string): Promise<void> {
  const children = host.pid === undefined ? [] : await descendants(host.pid);
  try {
    if (host.exitCode === null && host.signalCode === null) {
      host.kill('SIGTERM');
      await until('the host ends on SIGTERM', limits.stop, () => host.exitCode !== null || host.signalCode !== null);
    }
    if (host.exitCode !== 0) throw new Error(`the host ended with ${host.exitCode ?? host.signalCode}`);
    await until('no process of the product is left', limits.childrenGone, async () => {
      const alive = await Promise.all(children.map(isAlive));
      return alive.every((one) => !one);
    });
  } catch (error) {
    host.kill('SIGKILL');
    throw new Error(`${String(error)}; the log is ${path.join(folder, 'host.log')}`, { cause: error });
  }
  await rm(folder, { recursive: true, force: true });
}

/** The environment of this run without settings of another installation. */
function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('OUTRIDER_')));
}

export default start;
