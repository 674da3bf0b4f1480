import { createServer } from 'node:net';

/** Above the ports of well-known services and below those that the system gives to outgoing connections, which would take one before it is opened. */
const first = 16_000;
const last = 32_000;

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** Finds `count` loopback ports, each another, that nobody listens on. */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  while (found.size < count) {
    const port = first + Math.floor(Math.random() * (last - first));
    if (await isFree(port)) found.add(port);
  }
  return [...found];
}
