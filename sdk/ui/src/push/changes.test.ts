import { expect, it, vi } from 'vitest';

import { PushClient } from './push-client';

it('a change of the organisation is told to who listens', () => {
  const socket = { readyState: 1, send: vi.fn(), close: vi.fn() } as unknown as WebSocket;
  const log = vi.fn();
  const client = new PushClient({ connect: () => socket, token: () => 'token', renew: async () => {}, random: () => 1, log });
  const say = (text: string) => socket.onmessage?.({ data: text } as MessageEvent);
  const heard: string[] = [];
  const stop = client.onChanged((part) => heard.push(part));
  client.start();
  say('c-1');
  say('{"action":"changed","part":"modules"}');
  stop();
  say('{"action":"changed","part":"modules"}');
  client.stop();
  expect(heard).toEqual(['modules']);
  expect(log).not.toHaveBeenCalled();
});
