import { readFileSync } from 'node:fs';
import path from 'node:path';

import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { channelOf, readFromDisk, startOf } from '../playback/disk-source';
import { FakeApi } from '../testing/api';
import { DiskPlayer } from './disk-player';

const golden = path.resolve(__dirname, '../../../../sdk/device/testdata/files');
const file = (name: string, as = name) => {
  const data = new Uint8Array(readFileSync(path.join(golden, name)));
  return Object.assign(new File([data], as), { arrayBuffer: async () => data.buffer }); // jsdom's files cannot be read
};
const video = (name: string) => new File(['video'], name, { type: 'video/mp4' });
const tenSeconds = async () => 10_000;

beforeEach(async () => {
  await new FakeApi().install();
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:http://test/1', revokeObjectURL: () => {} }));
});

afterEach(() => vi.unstubAllGlobals());

const texts = { notVideo: 'no video', tooMany: 'too many' };

describe('files from disk', () => {
  it('are told by their content, and placed by their names', async () => {
    const names = ['HGV-017_2026_11_21__14_31_52_CH2.mp4', 'HGV-017_2026_11_21__14_31_52_CH1.mp4', 'holiday.mp4'];
    const source = await readFromDisk([...names.map(video), file('track-2.00-le.bin', 'gps.bin'), file('imu-3-be.bin')], 'Europe/London', texts, tenSeconds);
    const startMs = Date.UTC(2026, 10, 21, 14, 31, 52);
    expect(source.channels.map(({ channel, startMs: at, durationMs }) => [channel, at, durationMs])).toEqual([[1, startMs, 10_000], [2, startMs, 10_000], [3, startMs, 10_000]]);
    expect([source.tracking?.length, source.imu?.length].every((n) => (n ?? 0) > 0)).toBe(true);
    expect(source.problems).toEqual([]);
    const nine = await readFromDisk(Array.from({ length: 9 }, (_, i) => video(`${i}.mp4`)), 'Europe/London', texts, tenSeconds);
    expect(nine.problems).toEqual([{ file: '8.mp4', text: 'too many' }]);
  });

  it('read channel and start from names', () => {
    expect(['x_CH3.mp4', 'channel 4.mp4', 'ch8-rear.mp4', 'CH12.mp4', 'watch1.mp4'].map(channelOf)).toEqual([3, 4, 8, undefined, undefined]);
    expect(startOf('V_2026_07_01__00_00_05_CH1.mp4', 'Europe/London')).toBe(Date.UTC(2026, 5, 30, 23, 0, 5));
    expect(startOf('V.mp4', 'UTC')).toBeUndefined();
  });

  it.each([
    ['fault-id.bin', 'Invalid tracking file ID'],
    ['fault-version.bin', 'Unsupported file version'],
    ['fault-endianness.bin', 'Invalid endianness'],
    ['fault-fields.bin', 'Number of fields and precision specifiers not equal'],
    ['fault-delimiter.bin', 'Invalid delimiter'],
  ])('%s: an alert says %s', async (name, text) => {
    const { user, container } = renderInRemote(<DiskPlayer measure={tenSeconds} />);
    const chooser = container.querySelector('input[type=file]') as HTMLInputElement;
    await user.upload(chooser, file(name));
    const alert = await screen.findByRole('alertdialog');
    expect(within(alert).getByText(text)).toBeVisible();
    await user.click(within(alert).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('can be dropped; what is no video is said', async () => {
    const { container } = renderInRemote(<DiskPlayer measure={async () => undefined} />);
    expect(await accessibilityProblems(container)).toEqual([]);
    fireEvent.drop(screen.getByText('Drop files here'), { dataTransfer: { files: [video('not really.mp4')] } });
    expect(await screen.findByText('This video cannot be played')).toBeVisible();
  });
});
