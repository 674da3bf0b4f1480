import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';

import { frameMs, type SimulatedFleet } from './simulated-fleet';

/**
 * Stands before the real host and passes everything on but for what tells of vehicles: that it answers, and pushes, from a simulated fleet. So
 * one browser can be shown more vehicles than the rest of the machine could play.
 */
export class FleetProxy {
  readonly #server: Server;
  readonly #sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'outrider.v1' });
  readonly #watching = new Map<WebSocket, ReadonlySet<string>>();
  readonly #timer: NodeJS.Timeout;
  /** Updates that were pushed, to all sockets together. */
  pushed = 0;

  constructor(private readonly host: string, public fleet: SimulatedFleet) {
    this.#server = createServer((from, to) => this.#answer(from, to));
    this.#server.on('upgrade', (from, socket, head) => this.#sockets.handleUpgrade(from, socket, head, (ws) => this.#talk(ws)));
    this.#timer = setInterval(() => this.#push(), frameMs);
  }

  /** Starts it on a free port, and returns its address. */
  async start(): Promise<string> {
    await new Promise<void>((ready) => this.#server.listen(0, '127.0.0.1', ready));
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#watching.forEach((_ids, ws) => ws.terminate());
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }

  #answer(from: IncomingMessage, to: ServerResponse): void {
    const { pathname, searchParams } = new URL(from.url ?? '/', this.host);
    if (from.method === 'GET' && pathname.endsWith('/vehicles/verbose')) {
      sendJson(to, this.fleet.page(Number(searchParams.get('page_num') ?? 1), Number(searchParams.get('page_size') ?? 500), searchParams.get('q') ?? ''));
    } else if (from.method === 'GET' && pathname.endsWith('/vehicles/presence')) {
      const ids = searchParams.get('vehicle_ids');
      sendJson(to, this.fleet.presences(ids ? new Set(ids.split(',')) : undefined));
    } else {
      this.#passOn(from, to);
    }
  }

  #passOn(from: IncomingMessage, to: ServerResponse): void {
    const { origin, referer, ...headers } = from.headers;
    const own = { ...headers, host: new URL(this.host).host, ...(origin ? { origin: this.host } : {}), ...(referer ? { referer: this.host } : {}) };
    const on = request(`${this.host}${from.url}`, { method: from.method ?? 'GET', headers: own }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    on.on('error', () => to.destroy());
    from.pipe(on);
  }

  #talk(ws: WebSocket): void {
    ws.on('message', (data) => {
      const { action, subscriptionType, values = [] } = JSON.parse(String(data)) as { action: string; subscriptionType?: string; values?: string[] };
      if (action === 'getConnectionId') ws.send('bench');
      else if (action === 'ping') ws.send('{"action":"pong"}');
      else if (action === 'token') ws.send(JSON.stringify({ action: 'token', expires_at: new Date(Date.now() + 900_000).toISOString() }));
      else ws.send(JSON.stringify({ action: `${action}d`, subscription_type: subscriptionType }));
      if (action === 'subscribe' && subscriptionType === 'presenceUpdates') this.#watching.set(ws, new Set(values));
    });
    ws.on('close', () => this.#watching.delete(ws));
  }

  #push(): void {
    if (this.#watching.size === 0) return;
    const value = this.fleet.next();
    this.#watching.forEach((ids, ws) => {
      const wanted = ids.size === 0 ? value : value.filter(({ vehicle_id }) => ids.has(vehicle_id));
      if (wanted.length > 0) ws.send(JSON.stringify({ subscription_type: 'presenceUpdates', value: wanted }));
      this.pushed += wanted.length;
    });
  }
}

function sendJson(to: ServerResponse, body: object): void {
  to.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
