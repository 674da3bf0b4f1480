import { describe, expect, it, vi } from 'vitest';

import { keepAliveMs } from '../live/channel';
import type { PlayerEvents } from '../live/player';
import { afterStop, DayPlayback, type PlaybackParts } from './playback';

const patience = { timeout: 40_000 };

/** A device that plays what it is asked for, and elements whose time the test sets. */
function aPlayback() {
  const told: PlayerEvents[] = [];
  let session = 0;
  const parts = {
    start: vi.fn<PlaybackParts['start']>(async (_device, _channel, startTime) => ({ session: `s${++session}`, url: '/vod', startTime, seconds: 600 })),
    keep: vi.fn<PlaybackParts['keep']>(async () => ({ isOver: false, sound: 'unknown' })),
    stop: vi.fn(async () => undefined),
    soundOf: vi.fn<PlaybackParts['soundOf']>(async () => 'playing'),
    createPlayer: vi.fn(async (video: HTMLVideoElement, _url: string, events: PlayerEvents) => {
      told.push(events);
      return { load: vi.fn(), latency: () => 1, elapsed: () => video.currentTime, shownAt: () => undefined, destroy: vi.fn() };
    }),
    onUnreachable: vi.fn(),
  };
  const playback = new DayPlayback('d1', '2026-11-21', 50_000, [1, 2], parts);
  const videos = playback.channels.map((channel) => {
    const video = document.createElement('video');
    channel.attach(video);
    return video;
  });
  const begin = async (chosen: number[]) => {
    playback.play(chosen);
    await vi.waitFor(() => expect(told).toHaveLength(chosen.length), patience);
    told.splice(0).forEach((events) => events.onLoaded());
  };
  return { playback, parts, begin, told, at: (seconds: number) => videos.forEach((video) => (video.currentTime = seconds)) };
}

describe('recordings played from a device', () => {
  it('begin where the timeline stands, on the channels that are chosen', async () => {
    const { playback, parts, begin } = aPlayback();
    await begin([2]);
    expect(parts.start).toHaveBeenCalledExactlyOnceWith('d1', 2, '2026-11-21T13:53:20', []);
    expect(playback.shown()).toEqual({ start: 50_000, isPlaying: true });
  });

  it('go on 3 s before where they were stopped', async () => {
    const { playback, parts, begin, at } = aPlayback();
    await begin([1, 2]);
    at(42.7);
    expect(playback.position()).toBeCloseTo(50_042.7);
    playback.stop();
    expect(playback.shown()).toEqual({ start: 50_039, isPlaying: false });
    expect(parts.stop.mock.calls).toEqual([['d1', 's1'], ['d1', 's2']]);
    expect([afterStop(100, 2), afterStop(100, 3), afterStop(100, 10)]).toEqual([100, 100, 107]);
  });

  it('replace their views when they are sought, and play on', async () => {
    const { playback, parts, begin, told } = aPlayback();
    await begin([1]);
    playback.seek(60_000);
    await vi.waitFor(() => expect(told).toHaveLength(1), patience);
    expect(parts.start).toHaveBeenLastCalledWith('d1', 1, '2026-11-21T16:40:00', ['s1']);
    expect(parts.stop).not.toHaveBeenCalled();
    expect(playback.shown()).toEqual({ start: 60_000, isPlaying: true });
  });

  it('start anew where they are when a channel joins, and let go of one that leaves', async () => {
    const { playback, parts, begin, told, at } = aPlayback();
    await begin([1]);
    at(30);
    playback.choose([1, 2]);
    await vi.waitFor(() => expect(told).toHaveLength(2), patience);
    expect(parts.start.mock.calls.slice(1)).toEqual([['d1', 1, '2026-11-21T13:53:50', ['s1']], ['d1', 2, '2026-11-21T13:53:50', []]]);
    playback.choose([2]);
    expect(parts.stop.mock.calls).toEqual([['d1', 's2']]);
    expect(playback.shown().isPlaying).toBe(true);
    playback.choose([]);
    expect(parts.stop.mock.calls.at(-1)).toEqual(['d1', 's3']);
    expect(playback.shown().isPlaying).toBe(false);
  });

  it('only move when they are sought while they stand', () => {
    const { playback, parts } = aPlayback();
    playback.seek(60_000);
    expect(playback.shown()).toEqual({ start: 60_000, isPlaying: false });
    expect(parts.start).not.toHaveBeenCalled();
  });

  it('skip a gap, as the device says', async () => {
    const { playback, parts, begin } = aPlayback();
    parts.start.mockResolvedValueOnce({ session: 'x', url: '/vod', startTime: '2026-11-21T13:55:00', seconds: 600 });
    await begin([1]);
    expect(playback.shown().start).toBe(50_100);
  });

  it('say what is to be heard as soon as there is a picture', async () => {
    const { playback, parts, begin } = aPlayback();
    parts.soundOf.mockResolvedValueOnce('none');
    await begin([1]);
    await vi.waitFor(() => expect(playback.channels[0]?.shown().sound).toBe('none'), patience);
    expect(parts.soundOf).toHaveBeenCalledExactlyOnceWith('d1', 's1');
  });

  it('believe what the start says of the sound, and what keeping says later', async () => {
    vi.useFakeTimers();
    const { playback, parts, begin } = aPlayback();
    parts.start.mockResolvedValueOnce({ session: 'x', url: '/vod', startTime: '', seconds: 600, sound: 'unsupported' });
    parts.keep.mockResolvedValueOnce({ isOver: false, sound: 'playing' }).mockResolvedValueOnce({ isOver: true, sound: 'playing' });
    await begin([1]);
    expect(playback.channels[0]?.shown().sound).toBe('unsupported');
    expect(parts.soundOf).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(keepAliveMs);
    expect(playback.channels[0]?.shown().sound).toBe('playing');
    await vi.advanceTimersByTimeAsync(keepAliveMs);
    expect(playback.shown().isPlaying).toBe(false);
    vi.useRealTimers();
  });

  it('are over when their length is played', async () => {
    const { playback, begin, at } = aPlayback();
    await begin([1]);
    at(599);
    expect(playback.isOver()).toBe(false);
    at(600);
    expect(playback.isOver()).toBe(true);
  });
});
