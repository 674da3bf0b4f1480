import { execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

import { until } from './until';

const run = promisify(execFile);
const root = path.resolve(__dirname, '../..');

/** Time in milliseconds, the build of its program included. */
const startLimit = 180_000;

/** Another site that signs people in. */
export interface Issuer {
  /** Settings of the product that make it trust the site. */
  settings: Record<string, string>;
  stop: () => void;
}

/** Builds and starts a real OpenID provider for the product at `product`, on a port of its own. */
export async function startIssuer(folder: string, port: number, product: string): Promise<Issuer> {
  const program = path.join(folder, 'issuer');
  await run('go', ['build', '-o', program, './host/internal/identity/oidc/oidctest/issuer'], { cwd: root });
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(program, ['-address', `127.0.0.1:${port}`, '-product', product], { stdio: 'ignore' });
  await until(`the issuer answers at ${url}`, startLimit, async () => {
    if (server.exitCode !== null) throw new Error(`the issuer ended with ${server.exitCode}`);
    return (await fetch(`${url}/.well-known/openid-configuration`).catch(() => undefined))?.ok === true;
  });
  const settings = { URL: url, NAME: 'Acme Portal', CLIENT_ID: 'outrider', CLIENT_SECRET: 'a secret of the test' };
  return {
    settings: Object.fromEntries(Object.entries(settings).map(([name, value]) => [`OUTRIDER_SIGN_IN_ISSUERS_ACME_${name}`, value])),
    stop: () => server.kill('SIGTERM'),
  };
}
