import { describe, expect, it, vi } from 'vitest';

import { LiveChannel } from './channel';
import { spareFor } from './saver';

/** Channels of a device that agrees to everything. */
async function channelsOf(ids: number[]) {
  const start = vi.fn(async (_device: string, channel: number) => ({ session: `s${channel}`, url: '/live' }));
  const player = { load: vi.fn(), latency: () => 1, elapsed: () => 0, shownAt: () => undefined, destroy: vi.fn() };
  const parts = { start, keep: vi.fn(), soundOf: vi.fn(), stop: vi.fn(async () => undefined), createPlayer: vi.fn(async () => player), onUnreachable: vi.fn() };
  const channels = ids.map((id) => new LiveChannel('d1', id, parts));
  await Promise.all(channels.slice(0, 2).map((channel) => channel.play('sub')));
  start.mockClear();
  return { channels, start, stop: parts.stop };
}

describe('the bandwidth saver', () => {
  it('plays the channel in focus at full size and stops the others, which say when', async () => {
    const { channels, start, stop } = await channelsOf([1, 2, 3]);
    spareFor(channels, 1, 1234);
    expect(start.mock.calls).toEqual([['d1', 1, 'main']]);
    expect(stop).toHaveBeenCalledWith('d1', 's2');
    expect(channels.map((channel) => [channel.shown().state, channel.shown().savedAt])).toEqual([['starting', undefined], ['ready', 1234], ['ready', undefined]]);
  });

  it('plays those that it stopped again when none is in focus, small', async () => {
    const { channels, start } = await channelsOf([1, 2, 3]);
    spareFor(channels, 1, 1234);
    start.mockClear();
    spareFor(channels, undefined);
    expect(start.mock.calls).toEqual([['d1', 1, 'sub'], ['d1', 2, 'sub']]);
    expect(channels.every((channel) => channel.shown().savedAt === undefined)).toBe(true);
  });
});
