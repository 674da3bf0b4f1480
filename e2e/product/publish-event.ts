import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';

/** Publishes an event into the product's own streams, as a device's gateway would: by NATS' text protocol, as the host's user. */
export async function publishEvent(subject: string, event: unknown): Promise<void> {
  const folder = process.env.E2E_DATA_DIR ?? '';
  const read = async (name: string) => JSON.parse(await readFile(path.join(folder, name), 'utf8')) as Record<string, unknown>;
  const [ports, secrets] = await Promise.all([read('ports.json'), read('secrets.json')]);
  const body = JSON.stringify(event);
  const hello = JSON.stringify({ verbose: false, user: 'outrider', pass: secrets['nats.host'] });
  const socket = connect({ host: '127.0.0.1', port: Number(ports.nats) });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.on('data', (data) => {
      const text = data.toString();
      if (text.includes('-ERR')) reject(new Error(text));
      if (text.includes('PONG')) resolve();
    });
    socket.write(`CONNECT ${hello}\r\nPUB ${subject} ${Buffer.byteLength(body)}\r\n${body}\r\nPING\r\n`);
  }).finally(() => socket.end());
}
