import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Sound } from '../api/streams';
import { keepAliveMs, LiveChannel, retryDelaysMs } from './channel';
import type { PlayerEvents } from './player';

/** A device that agrees, and a player that does what the test says. */
function aChannel() {
  let events: PlayerEvents | undefined;
  const player = { load: vi.fn(), latency: () => 1.8, elapsed: () => 0, shownAt: () => undefined, destroy: vi.fn() };
  const parts = {
    start: vi.fn(async () => ({ session: 's1', url: '/live/s1/index.m3u8' })),
    keep: vi.fn(async (): Promise<Sound> => 'unknown'),
    soundOf: vi.fn(async (): Promise<Sound> => 'playing'),
    stop: vi.fn(async () => undefined),
    createPlayer: vi.fn(async (_video: HTMLVideoElement, _url: string, told: PlayerEvents) => {
      events = told;
      return player;
    }),
    onUnreachable: vi.fn(),
  };
  const channel = new LiveChannel('d1', 1, parts);
  channel.attach(document.createElement('video'));
  return { channel, parts, player, said: () => events as PlayerEvents, state: () => channel.shown().state };
}

describe('a live channel', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('goes from ready over starting and started to streaming', async () => {
    const { channel, said, state, player } = aChannel();
    expect(state()).toBe('ready');
    const playing = channel.play('sub');
    expect(state()).toBe('starting');
    await playing;
    expect(state()).toBe('started');
    expect(player.load).toHaveBeenCalledOnce();
    said().onLoaded();
    expect(state()).toBe('streaming');
    expect(channel.latency()).toBe(1.8);
  });

  it('is unavailable when the device does not agree, and can be played again', async () => {
    const { channel, parts, state } = aChannel();
    parts.start.mockRejectedValueOnce(new Error('503'));
    await channel.play('sub');
    expect(state()).toBe('unavailable');
    expect(parts.onUnreachable).toHaveBeenCalledOnce();
    await channel.play('sub');
    expect(state()).toBe('started');
  });

  it('says why the picture is over, until it is played again', async () => {
    const { channel, said, state } = aChannel();
    await channel.play('sub');
    said().onFatal({ reason: 'codec', codecs: 'H265' });
    expect(state()).toBe('unavailable');
    expect(channel.shown().over).toEqual({ reason: 'codec', codecs: 'H265' });
    await channel.play('sub');
    expect(channel.shown().over).toBeUndefined();
  });

  it('tries the playlist seven times more, each after its delay, then has failed', async () => {
    const { channel, player, parts, said, state } = aChannel();
    await channel.play('sub');
    for (const [tries, delay] of retryDelaysMs.entries()) {
      said().onLoadFailed();
      await vi.advanceTimersByTimeAsync(delay - 1);
      expect(player.load).toHaveBeenCalledTimes(tries + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(player.load).toHaveBeenCalledTimes(tries + 2);
      expect(channel.shown().tries).toBe(tries + 1);
    }
    said().onLoadFailed();
    expect(state()).toBe('failed');
    expect(parts.stop).toHaveBeenCalledWith('d1', 's1');
  });

  it('is kept alive every 30 s, and is not refreshed when that fails', async () => {
    const { channel, parts, player, said, state } = aChannel();
    await channel.play('sub');
    said().onLoaded();
    await vi.advanceTimersByTimeAsync(keepAliveMs);
    expect(parts.keep).toHaveBeenCalledWith('d1', 's1');
    parts.keep.mockRejectedValueOnce(new Error('gone'));
    await vi.advanceTimersByTimeAsync(keepAliveMs);
    expect(state()).toBe('no-refresh');
    expect(player.destroy).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(keepAliveMs);
    expect(parts.keep).toHaveBeenCalledTimes(2);
  });

  it('says what is to be heard once the device has come, and when that changes', async () => {
    const { channel, parts, said } = aChannel();
    await channel.play('sub');
    expect(channel.shown().sound).toBe('unknown');
    parts.soundOf.mockResolvedValueOnce('unsupported');
    said().onLoaded();
    await vi.advanceTimersByTimeAsync(0);
    expect(parts.soundOf).toHaveBeenCalledWith('d1', 's1');
    expect(channel.shown().sound).toBe('unsupported');
    parts.keep.mockResolvedValueOnce('playing');
    await vi.advanceTimersByTimeAsync(keepAliveMs);
    expect(channel.shown().sound).toBe('playing');
  });

  it('does not mind when nobody can tell what is to be heard', async () => {
    const { channel, parts, said, state } = aChannel();
    await channel.play('sub');
    parts.soundOf.mockRejectedValueOnce(new Error('503'));
    said().onLoaded();
    await vi.advanceTimersByTimeAsync(0);
    expect(state()).toBe('streaming');
    expect(channel.shown().sound).toBe('unknown');
  });

  it('is unavailable after a fatal error of the player', async () => {
    const { channel, parts, said, state } = aChannel();
    await channel.play('sub');
    said().onLoaded();
    said().onFatal();
    expect(state()).toBe('unavailable');
    expect(parts.stop).toHaveBeenCalledOnce();
  });

  it.each(['starting', 'started', 'streaming'])('stops from %s, and is ready', async (from) => {
    const { channel, parts, said, state } = aChannel();
    const playing = channel.play('sub');
    if (from !== 'starting') await playing;
    if (from === 'streaming') said().onLoaded();
    expect(state()).toBe(from);
    channel.pause();
    expect(state()).toBe('ready');
    await playing;
    expect(parts.stop).toHaveBeenCalledWith('d1', 's1');
    expect(state()).toBe('ready');
  });

  it('is ready and muted again when the panel is hidden', async () => {
    const { channel, said, state } = aChannel();
    await channel.play('sub');
    said().onLoaded();
    channel.setMuted(false);
    channel.reset();
    expect(channel.shown()).toMatchObject({ state: 'ready', muted: true });
    expect(state()).toBe('ready');
  });

  it('is paused by the browser alone, and goes on with it', async () => {
    const { channel, said, state } = aChannel();
    await channel.play('sub');
    said().onLoaded();
    channel.browser('browser-paused');
    expect(state()).toBe('paused');
    channel.browser('browser-played');
    expect(state()).toBe('streaming');
  });

  it('leaves what an older play still says', async () => {
    const { channel, said, state } = aChannel();
    await channel.play('sub');
    const older = said();
    channel.pause();
    await channel.play('sub');
    older.onFatal();
    expect(state()).toBe('started');
  });
});
