import Hls, { type HlsConfig, type LoaderCallbacks, type LoaderConfiguration, type LoaderContext } from 'hls.js';
import { afterEach, expect, test, vi } from 'vitest';

import { loaderOf } from './beginning';

const url = '/api/org/demo/footage/live/s1/low/index.m3u8';
const at = (file: string) => new URL(file, new URL(url, window.location.href)).href;
const told = [{ file: 'index.m3u8', body: btoa('#EXTM3U') }, { file: 'video1_part7.mp4?cut=1', body: btoa('\x00\x01moof') }];

/** Asks as the player does; what the network is asked for is not answered, and returned. */
function player() {
  const fetched: string[] = [];
  const network = vi.spyOn(Hls.DefaultConfig.loader.prototype, 'load').mockImplementation((context) => void fetched.push((context as LoaderContext).url));
  const Loader = loaderOf(Hls, url, told);
  const load = (file: string, responseType: string) => {
    const onSuccess = vi.fn<LoaderCallbacks<LoaderContext>['onSuccess']>();
    const loader = new Loader(Hls.DefaultConfig as HlsConfig);
    loader.load({ url: file === 'index.m3u8' ? url : at(file), responseType } as LoaderContext, {} as LoaderConfiguration, { onSuccess } as unknown as LoaderCallbacks<LoaderContext>);
    return { loader, onSuccess };
  };
  return { fetched, load, network };
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('the first answers are what the server told, once each; all else is fetched', async () => {
  const { fetched, load } = player();
  const list = load('index.m3u8', 'text');
  await expect.poll(() => list.onSuccess.mock.calls[0]?.[0].data).toBe('#EXTM3U');
  const part = load('video1_part7.mp4?cut=1', 'arraybuffer');
  await expect.poll(() => new Uint8Array((part.onSuccess.mock.calls[0]?.[0].data ?? new ArrayBuffer(0)) as ArrayBuffer)[1]).toBe(1);
  expect(part.onSuccess.mock.calls[0]?.[1]).toMatchObject({ loaded: 6, total: 6 });
  load('index.m3u8', 'text');
  load('video1_part8.mp4?cut=1', 'arraybuffer');
  expect(fetched).toEqual([url, at('video1_part8.mp4?cut=1')]);
});

test('a playlist that was told a while ago is fetched, a part is still the same', () => {
  vi.useFakeTimers();
  const { fetched, load } = player();
  vi.advanceTimersByTime(2000);
  load('index.m3u8', 'text');
  load('video1_part7.mp4?cut=1', 'arraybuffer');
  expect(fetched).toEqual([url]);
});

test('what is given up is not answered', () => {
  vi.useFakeTimers();
  const { load } = player();
  const { loader, onSuccess } = load('index.m3u8', 'text');
  loader.destroy();
  vi.runAllTimers();
  expect(onSuccess).not.toHaveBeenCalled();
});
