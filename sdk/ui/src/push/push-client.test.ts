import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { PushClient } from './push-client';
import { pushLimits } from './push-parts';

/** The server's side of a connection. */
class FakeSocket {
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event?: { code: number }) => void) | null = null;

  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close() {
    this.drop();
  }
  accept(id = 'c-1') {
    this.readyState = 1;
    this.onopen?.();
    this.onmessage?.({ data: id });
  }
  say(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  drop(code = 1006) {
    if (this.readyState !== 3) {
      this.readyState = 3;
      this.onclose?.({ code });
    }
  }
}

function setUp() {
  const sockets: FakeSocket[] = [];
  const log = vi.fn();
  const renew = vi.fn(async () => {});
  const client = new PushClient({
    connect: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    token: () => 'token',
    renew,
    random: () => 1,
    log,
  });
  const last = () => {
    const socket = sockets.at(-1);
    if (!socket) {
      throw new Error('nothing was opened');
    }
    return socket;
  };
  return { client, sockets, last, log, renew };
}

describe('the push connection', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('asks for its id, then subscribes with it', () => {
    const { client, last } = setUp();
    client.subscribe({ topic: 'presenceUpdates', context: 'vehicle', onValues: () => {} });
    client.start();
    expect(client.state()).toBe('connecting');
    last().accept('c-7');
    expect(last().sent).toEqual([
      { action: 'getConnectionId' },
      { action: 'subscribe', connectionId: 'c-7', subscriptionType: 'presenceUpdates', context: 'vehicle', values: [] },
    ]);
    expect(client.state()).toBe('live');
    expect(client.connectionId()).toBe('c-7');
  });

  it('takes a bare number for the id, since it is no message', () => {
    const { client, last } = setUp();
    client.start();
    last().accept('4711');
    expect(client.connectionId()).toBe('4711');
  });

  it('gives values to the topic that they belong to, and only logs what nobody handles', () => {
    const { client, last, log } = setUp();
    const onValues = vi.fn();
    client.subscribe({ topic: 'presenceUpdates', onValues });
    client.start();
    last().accept();
    last().say({ subscription_type: 'presenceUpdates', value: [{ id: 'a' }] });
    last().say({ subscription_type: 'fileUpdateProgress', value: { progress: 4 } });
    expect(onValues).toHaveBeenCalledTimes(1);
    expect(onValues.mock.calls[0]?.[0]).toEqual([{ id: 'a' }]);
    expect(log).toHaveBeenCalledWith(expect.stringContaining('fileUpdateProgress'));
  });

  it('subscribes again after a loss and asks screens to read anew', async () => {
    const { client, sockets, last } = setUp();
    const onResync = vi.fn();
    client.subscribe({ topic: 'presenceUpdates', onValues: () => {}, onResync });
    client.start();
    last().accept('c-1');
    expect(onResync).not.toHaveBeenCalled();
    last().drop();
    expect(client.state()).toBe('reconnecting');
    await vi.advanceTimersByTimeAsync(pushLimits.longestDelayMs);
    expect(sockets.length).toBe(2);
    last().accept('c-2');
    expect(last().sent).toContainEqual(expect.objectContaining({ action: 'subscribe', connectionId: 'c-2' }));
    expect(onResync).toHaveBeenCalledTimes(1);
    expect(client.state()).toBe('live');
  });

  it('gives a handshake 10 s', async () => {
    const { client, sockets } = setUp();
    client.start();
    await vi.advanceTimersByTimeAsync(pushLimits.handshakeMs - 1);
    expect(sockets[0]?.readyState).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(sockets[0]?.readyState).toBe(3);
  });

  it('tries 30 times, then polls and tries again at the 30 s check', async () => {
    const { client, sockets, last } = setUp();
    const onResync = vi.fn();
    client.subscribe({ topic: 'presenceUpdates', onValues: () => {}, onResync });
    client.start();
    while (client.state() !== 'polling') {
      last().drop();
      await vi.advanceTimersByTimeAsync(client.state() === 'polling' ? 0 : pushLimits.longestDelayMs);
    }
    expect(sockets.length).toBe(pushLimits.attempts);
    const stopped = Date.now();
    while (sockets.length === pushLimits.attempts) {
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(Date.now() - stopped).toBeLessThanOrEqual(pushLimits.restartCheckMs);
    await vi.advanceTimersByTimeAsync(pushLimits.pollMs);
    expect(onResync).toHaveBeenCalled();
    last().accept();
    expect(client.state()).toBe('live');
    const polled = onResync.mock.calls.length;
    await vi.advanceTimersByTimeAsync(pushLimits.pollMs * 3);
    expect(onResync.mock.calls.length).toBe(polled);
  });

  it('comes back at once when the browser is back', async () => {
    const { client, sockets, last } = setUp();
    client.start();
    last().drop();
    client.wake();
    expect(sockets.length).toBe(2);
  });

  it('renews its token on the open connection', () => {
    const { client, last, log } = setUp();
    client.start();
    last().accept();
    client.renewToken('fresh');
    expect(last().sent.at(-1)).toEqual({ action: 'token', token: 'fresh' });
    last().say({ action: 'token' });
    expect(log).not.toHaveBeenCalled();
  });

  it('says that news wait while the server cannot tell what may be seen', () => {
    const { client, last } = setUp();
    client.start();
    last().accept();
    const states = ['waiting', 'resumed'].map((action) => (last().say({ action }), client.state()));
    expect(states).toEqual(['reconnecting', 'live']);
  });

  it('tells a screen that it was refused, or should read anew', () => {
    const { client, last } = setUp();
    const onRefused = vi.fn();
    const onResync = vi.fn();
    client.subscribe({ topic: 'alerts', onValues: () => {}, onRefused, onResync });
    client.start();
    last().accept();
    last().say({ action: 'error', subscription_type: 'alerts', kind: 'denied', title: 'No' });
    last().say({ action: 'resync', subscription_type: 'alerts' });
    expect(onRefused).toHaveBeenCalledWith('denied');
    expect(onResync).toHaveBeenCalledTimes(1);
  });

  it('polls every 30 s without a connection where the configuration says so', async () => {
    const { client, sockets } = setUp();
    const onResync = vi.fn();
    client.subscribe({ topic: 'presenceUpdates', onValues: () => {}, onResync });
    client.startPolling();
    await vi.advanceTimersByTimeAsync(pushLimits.pollMs * 2);
    expect(sockets).toHaveLength(0);
    expect(onResync).toHaveBeenCalledTimes(2);
    expect(client.state()).toBe('polling');
  });

  it('notices a network that was cut: a silent connection is asked and given up', async () => {
    const { client, last } = setUp();
    client.start();
    last().accept();
    await vi.advanceTimersByTimeAsync(pushLimits.pingEveryMs);
    expect(last().sent.at(-1)).toEqual({ action: 'ping' });
    last().say({ action: 'pong' });
    await vi.advanceTimersByTimeAsync(pushLimits.pingEveryMs + pushLimits.pongMs - 1);
    expect(client.state()).toBe('live');
    await vi.advanceTimersByTimeAsync(1);
    expect(client.state()).toBe('reconnecting');
  });

  it('renews a token that was over before it connects again', () => {
    const { client, last, renew } = setUp();
    client.start();
    last().accept();
    last().drop(4401);
    expect(renew).toHaveBeenCalledWith('token');
    expect(client.state()).toBe('reconnecting');
  });

  it('does not press a server that refuses: it polls', () => {
    const { client, last } = setUp();
    client.start();
    last().drop(4403);
    expect(client.state()).toBe('polling');
  });

  it('unsubscribes when the last screen leaves a topic, and hears progress of files under its own name', () => {
    const { client, last } = setUp();
    const onValues = vi.fn();
    const leave = [client.subscribe({ topic: 'filesetRequest', onValues }), client.subscribe({ topic: 'filesetRequest', onValues: () => {} })];
    client.start();
    last().accept();
    last().say({ subscription_type: 'fileUpdateProgress', value: [{ progress: 40 }] });
    expect(onValues).toHaveBeenCalledTimes(1);
    leave[0]?.();
    expect(last().sent).not.toContainEqual({ action: 'unsubscribe', subscriptionType: 'filesetRequest' });
    leave[1]?.();
    expect(last().sent.at(-1)).toEqual({ action: 'unsubscribe', subscriptionType: 'filesetRequest' });
  });

  it('stops for good', async () => {
    const { client, sockets, last } = setUp();
    client.start();
    last().accept();
    client.stop();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(sockets).toHaveLength(1);
  });
});
