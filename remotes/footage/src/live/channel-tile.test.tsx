import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Sound } from '../api/streams';
import { FakeApi } from '../testing/api';
import { LiveChannel, realParts } from './channel';
import { ChannelTile } from './channel-tile';
import { MuteAllTool } from './channel-tools';
import type { PlayerEvents } from './player';
import { useSummary } from './use-channels';

let api: FakeApi;

beforeEach(async () => {
  api = new FakeApi();
  await api.install();
});

const watched: LiveChannel[] = [];
const stops = () => api.bodiesOf('POST /devices/id/d1/videostreams').filter((body) => (body as { action: string }).action === 'stop_streaming').length;

afterEach(async () => {
  const before = stops();
  act(() => watched.forEach((channel) => channel.pause())); // else they go on saying that they are watched, to the next test
  await vi.waitFor(() => expect(stops()).toBe(before + watched.length));
  watched.length = 0;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A tile whose picture has come, of a device that lets hear what the server says. */
async function aTile(sound: string) {
  api.answers = {
    'POST /devices/id/d1/videostreams': [{ channel: 1, session: 's1', status: 'streaming', streaming_session_url_hls: '/live/s1/low/index.m3u8', sound, watermark: null }],
  };
  const createPlayer = async (_video: HTMLVideoElement, _url: string, { onLoaded }: PlayerEvents) => ({
    load: onLoaded, latency: () => 1, elapsed: () => 0, shownAt: () => undefined, destroy: () => undefined,
  });
  const channel = new LiveChannel('d1', 1, { ...realParts, createPlayer, onUnreachable: vi.fn() });
  watched.push(channel);
  const { container } = renderInRemote(<ChannelTile channel={channel} camera={{ id: 1, name: 'Road' }} vehicle="Van 7" profile="sub" isFocused={false} />);
  await userEvent.click(screen.getAllByRole('button', { name: 'Play CH1' })[0] as HTMLElement);
  return { channel, container };
}

/** What the panel shows above its tiles. */
function Bar({ channels }: { channels: LiveChannel[] }) {
  const { allMuted, allSilent } = useSummary(channels);
  return <MuteAllTool channels={channels} isMuted={allMuted} isSilent={allSilent} />;
}

function silentParts(sounds: Record<number, string>) {
  return { ...realParts, start: async (_device: string, channel: number) => ({ session: `s${channel}`, url: '/live', sound: sounds[channel] as Sound }) };
}

describe('the sound of all channels', () => {
  it('cannot be turned on once it is known that none has any', async () => {
    api.answers['POST /devices/id/d1/videostreams'] = []; // views that ended
    const sounds: Record<number, string> = { 1: 'none', 2: 'unsupported' };
    const channels = [1, 2].map((id) => new LiveChannel('d1', id, { ...silentParts(sounds), onUnreachable: vi.fn() }));
    watched.push(...channels);
    renderInRemote(<Bar channels={channels} />);
    expect(screen.getByRole('button', { name: 'Unmute all' })).not.toHaveAttribute('aria-disabled');
    await act(() => Promise.all(channels.map((channel) => channel.play('sub'))));
    const button = screen.getByRole('button', { name: 'Unmute all', description: 'No channel has sound that can be played' });
    await userEvent.click(button);
    expect(channels.every((channel) => channel.shown().muted)).toBe(true);
    sounds[2] = 'playing';
    await act(async () => channels[1]?.pause());
    await act(async () => channels[1]?.play('sub'));
    await userEvent.click(screen.getByRole('button', { name: 'Unmute all' }));
    expect(channels.some((channel) => channel.shown().muted)).toBe(false);
  });
});

describe('the sound of a channel', () => {
  it.each([
    ['none', 'CH1 has no sound'],
    ['unsupported', 'The sound of CH1 is in a format that browsers cannot play'],
  ])('cannot be turned on when it is %s, and says why', async (sound, reason) => {
    const { channel, container } = await aTile(sound);
    const button = await screen.findByRole('button', { name: 'Unmute CH1', description: reason });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(button);
    expect(channel.shown().muted).toBe(true);
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it.each(['playing', 'unknown'])('is turned on and off when it is %s', async (sound) => {
    const { channel } = await aTile(sound);
    const button = await screen.findByRole('button', { name: 'Unmute CH1' });
    expect(button).not.toHaveAttribute('aria-disabled');
    await userEvent.click(button);
    expect(channel.shown().muted).toBe(false);
    expect(await screen.findByRole('button', { name: 'Mute CH1' })).toBeVisible();
  });
});
