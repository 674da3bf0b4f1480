import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { addMessages } from '@outrider/sdk';
import { fileFaults } from '@outrider/sdk/device-files';
import { PlaybackClock } from '@outrider/sdk/player';
import { accessibilityProblems, network, renderInRemote } from '@outrider/sdk/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { zipSync } from 'fflate';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import en from '../../locales/en.json';
import { alertSchema } from '../api/alert';
import { anAlert } from '../testing/fake-alerts';
import { Evidence } from './evidence';

vi.mock('@outrider/sdk/map', () => ({ MapView: () => <i data-testid="map" />, MapMarker: () => null, MapLine: () => null, MapFit: () => null, MapShape: () => null, shapeOf: () => undefined, useGround: () => ({}), useMap: () => undefined, useTileSettings: () => ({}) })); // Leaflet needs a browser

const patience = { timeout: 30_000 };
const long = { timeout: 180_000 };
const at = Date.parse('2026-11-21T01:00:00Z');
const picture = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0, 1]);

interface File {
  file_type: string;
  status: string;
  channel?: number;
  progress?: number;
  reason?: string;
  location?: string;
}

/** What the server has of the alert: its files, and the bytes of all of them or of each by its link. */
const server = { files: [] as File[] | 'refused' | 'never', bytes: undefined as Uint8Array<ArrayBuffer> | undefined, byLink: {} as Record<string, Uint8Array<ArrayBuffer>> };

/** How many alerts were shown; files of each have ids of their own, for links are kept by them. */
let count = 0;

/** The golden files that the readers in Go are held to, too. */
const golden = (name: string) => new Uint8Array(readFileSync(resolve('sdk/device/testdata/files', name)));

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await addMessages('alerts', async () => en);
  server.files = [];
  server.bytes = undefined;
  server.byLink = {};
  let made = 0;
  URL.createObjectURL = () => `blob:${++made}`;
  URL.revokeObjectURL = () => {};
  HTMLMediaElement.prototype.pause = () => {};
  vi.stubGlobal('ResizeObserver', class { observe() {} disconnect() {} }); // jsdom has none
  network.use(
    http.get('/api/org/:org/alerts/:id/evidence', () => {
      if (server.files === 'never') return new Promise<Response>(() => {});
      if (server.files === 'refused') return HttpResponse.json({ title: 'An error occured - please try again later', status: 500, kind: 'internal' }, { status: 500 });
      const files = server.files.map((file, i) => ({ file_request_id: `f${count}-${i}`, channel: 0, progress: 0, reason: '', start_ms: at - 15_000, duration_ms: 25_000, ...file }));
      return HttpResponse.json({ progress: 0, files });
    }),
    http.get('/file/:name', ({ params }) => {
      const bytes = server.byLink[`/file/${params['name']}`] ?? server.bytes;
      return new HttpResponse(bytes ?? null, { status: bytes ? 200 : 404 });
    }),
    http.get('/api/*', () => HttpResponse.json(anAlert(1, { upload_settings: { enabled: false, pin_enabled: true } }))),
  );
});
afterEach(() => vi.unstubAllGlobals());

function show(files: typeof server.files, change: Record<string, unknown> = {}) {
  server.files = files;
  const alert = alertSchema.parse(anAlert(1, { alert_id: `alert-${++count}`, fileset_request_id: 'alert-1', evidence_request: 'created', coords: { lat: 53, lng: -2 }, ...change }));
  return renderInRemote(<Evidence alert={alert} clock={new PlaybackClock()} />, { granted: ['listAlerts', 'viewAlertInfo'] });
}
const says = async (text: string | RegExp) => expect(await screen.findByText(text, {}, patience)).toBeVisible();

describe('videos of an alert', () => {
  it('are waited for while their list is read', long, async () => {
    show('never');
    expect(await screen.findByLabelText('Loading evidence', {}, patience)).toBeVisible();
  });

  it('cannot be listed: it says so and offers to try again', long, async () => {
    const { container } = show('refused');
    await says('Could not load data.');
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('are pending as long as one of them is not there', long, async () => {
    const { container } = show([{ file_type: 'video', channel: 1, status: 'success', location: '/file/1' }, { file_type: 'video', channel: 2, status: 'in progress', progress: 40 }]);
    await says('Videos pending');
    expect(screen.getByRole('progressbar', { name: 'CH2' })).toHaveValue(40);
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('could not be had: No video file, and why', long, async () => {
    show([{ file_type: 'video', channel: 1, status: 'canceled', reason: 'The device has no recording.' }]);
    await says('No video file');
    await says('The device has no recording.');
  });

  it('were never asked for: No video file', long, async () => {
    show([]);
    await says('No video file');
  });

  it('are not uploaded by the device: No video data', long, async () => {
    show([], { fileset_request_id: '', evidence_request: '' });
    await says('No video data');
  });

  it('are shown, and one that failed has a tile that says so', long, async () => {
    show([{ file_type: 'video', channel: 1, status: 'success', location: '/file/1' }, { file_type: 'video', channel: 2, status: 'canceled' }]);
    expect(await screen.findByRole('figure', { name: 'CH1' }, patience)).toBeVisible();
    expect(await screen.findByRole('figure', { name: 'CH2' }, patience)).toHaveAttribute('data-state', 'failed');
  });
});

it('a video that is cut off, or none at all, has a tile that says so, and the others play on', long, async () => {
  show([{ file_type: 'video', channel: 1, status: 'success', location: '/file/1' }, { file_type: 'video', channel: 2, status: 'success', location: '/file/2' }]);
  const broken = await screen.findByRole('figure', { name: 'CH1' }, patience);
  const video = broken.querySelector('video') as HTMLVideoElement;
  Object.defineProperty(video, 'error', { value: {} }); // as in a browser: who listens from now on sees it, too
  fireEvent.error(video);
  await waitFor(() => expect(broken).toHaveAttribute('data-state', 'failed'), patience);
  expect(screen.getByRole('figure', { name: 'CH2' })).not.toHaveAttribute('data-state', 'failed');
});

describe('the route and the charts of an alert', () => {
  const video = { file_type: 'video', channel: 1, status: 'success', location: '/file/1' };

  it('are on their way', long, async () => {
    show([video, { file_type: 'tracking', status: 'in progress', progress: 10 }]);
    await says('Tracking data on its way');
    await says('Speed and acceleration are on their way');
  });

  it('were not recorded: No tracking data, No graph data', long, async () => {
    show([video]);
    await says('No tracking data');
    await says('No graph data');
  });

  it('cannot be read: No tracking data, No graph data', long, async () => {
    show([video, { file_type: 'tracking', status: 'success', location: '/file/t' }]);
    await says('No tracking data');
    await says('No graph data');
  });

  it.each(['id', 'version', 'endianness', 'fields', 'delimiter'] as const)('have a tracking file with the fault %s: No tracking data and why, and the IMU is shown', long, async (fault) => {
    server.byLink = { '/file/t': golden(`fault-${fault}.bin`), '/file/i': golden('imu-3-le.bin') };
    show([video, { file_type: 'tracking', status: 'success', location: '/file/t' }, { file_type: 'accelerometer', status: 'success', location: '/file/i' }]);
    await says('No tracking data');
    expect(await screen.findByRole('alert', {}, patience)).toHaveTextContent(fileFaults[fault]);
    expect(await screen.findByRole('slider', { name: /^Acceleration/ }, patience)).toBeVisible();
    await waitFor(() => expect(screen.queryByText('No graph data')).toBeNull(), patience);
  });

  it('have an IMU file of one byte: the speed is shown', long, async () => {
    server.byLink = { '/file/t': golden('track-2.00-le.bin'), '/file/i': golden('fault-one-byte.bin') };
    show([video, { file_type: 'tracking', status: 'success', location: '/file/t' }, { file_type: 'accelerometer', status: 'success', location: '/file/i' }]);
    expect(await screen.findByRole('slider', { name: /^Speed/ }, patience)).toBeVisible();
    expect(screen.queryByRole('slider', { name: /^Acceleration/ })).toBeNull();
  });

  it('have an IMU file of one byte alone: No graph data and why', long, async () => {
    server.byLink = { '/file/i': golden('fault-one-byte.bin') };
    show([video, { file_type: 'accelerometer', status: 'success', location: '/file/i' }]);
    await says('No graph data');
    expect(await screen.findByRole('alert', {}, patience)).toHaveTextContent(fileFaults.id);
  });

  it('have no place at all: No GPS data', long, async () => {
    show([video], { coords: null });
    await says('No GPS data');
  });
});

describe('snapshots of an alert', () => {
  const snaps = { file_type: 'alert_snaps', channel: 1, status: 'success', location: '/file/s' };

  it('stand alone beside the map when there is no video', long, async () => {
    server.bytes = zipSync({ '1.jpg': picture, '2.jpg': picture }) as Uint8Array<ArrayBuffer>;
    const { user, container } = show([snaps]);
    expect(await screen.findByRole('img', { name: 'CH1, snapshot 1 of 2' }, patience)).toBeVisible();
    expect(screen.getByTestId('map')).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Previous snapshot' }));
    expect(await screen.findByRole('img', { name: 'CH1, snapshot 2 of 2' }, patience)).toBeVisible();
  });

  it('are pending', long, async () => {
    show([{ ...snaps, status: 'in progress', progress: 20 }]);
    await says('Snapshots pending');
  });

  it('cannot be fetched: Error retrieving snapshots, and a way to try again', long, async () => {
    const { user } = show([snaps]);
    await says('Error retrieving snapshots');
    server.bytes = zipSync({ '1.jpg': picture }) as Uint8Array<ArrayBuffer>;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('img', { name: 'CH1, snapshot 1 of 1' }, patience)).toBeVisible();
  });

  it('come in a zip whose paths climb out: they are pictures like others', long, async () => {
    server.bytes = zipSync({ '../../../etc/evil.jpg': picture, 'C:\\windows\\boot.jpg': picture, '<img src=x>.jpg': picture }) as Uint8Array<ArrayBuffer>;
    const { container } = show([snaps]);
    expect(await screen.findByRole('img', { name: 'CH1, snapshot 1 of 3' }, patience)).toBeVisible();
    expect(container.innerHTML).not.toMatch(/evil|boot|src="?x/);
  });

  it('come as half a zip: Error retrieving snapshots', long, async () => {
    const whole = zipSync({ '1.jpg': picture }) as Uint8Array<ArrayBuffer>;
    server.bytes = whole.slice(0, whole.length / 2);
    show([snaps]);
    await says('Error retrieving snapshots');
  });

  it('hold no picture: No snapshot data', long, async () => {
    server.bytes = zipSync({ 'readme.txt': new Uint8Array([1]) }) as Uint8Array<ArrayBuffer>;
    show([snaps]);
    await says('No snapshot data');
  });

  it('could not be had: Evidence image not available', long, async () => {
    show([{ ...snaps, status: 'canceled', location: undefined as never }]);
    await says('Evidence image not available');
  });
});
