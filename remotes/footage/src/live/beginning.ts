import type Hls from 'hls.js';
import type { HlsConfig, Loader, LoaderCallbacks, LoaderConfiguration, LoaderContext } from 'hls.js';

import type { Piece } from '../api/streams';

/** How long a playlist is as good as one that is asked for, in milliseconds: a few parts. */
const freshMs = 1000;

/**
 * What the player loads with: the first answers are those that the server told when the stream was asked for, so that the first picture waits for no further
 * way to the server and back. All else is fetched.
 */
export function loaderOf(hls: typeof Hls, url: string, beginning: readonly Piece[]): HlsConfig['loader'] {
  const base = new URL(url, window.location.href);
  const told = new Map(beginning.map(({ file, body }) => [new URL(file, base).href, body]));
  const toldAt = performance.now();
  return class extends hls.DefaultConfig.loader implements Loader<LoaderContext> {
    #answer: ReturnType<typeof setTimeout> | undefined;

    override load(context: LoaderContext, config: LoaderConfiguration, callbacks: LoaderCallbacks<LoaderContext>): void {
      const asked = new URL(context.url, window.location.href).href; // the first playlist is asked for as the player was given it
      const body = told.get(asked);
      const isPlaylist = context.responseType !== 'arraybuffer';
      told.delete(asked);
      if (body === undefined || (isPlaylist && performance.now() - toldAt > freshMs)) {
        super.load(context, config, callbacks);
        return;
      }
      const bytes = bytesOf(body);
      const { stats } = this;
      stats.loading.start = performance.now();
      this.context = context;
      this.#answer = setTimeout(() => {
        stats.loading.first = stats.loading.end = performance.now();
        stats.loaded = stats.total = bytes.byteLength;
        callbacks.onSuccess({ url: context.url, data: isPlaylist ? new TextDecoder().decode(bytes) : bytes.buffer }, stats, context, undefined);
      });
    }

    override abort(): void {
      clearTimeout(this.#answer);
      super.abort();
    }

    override destroy(): void {
      clearTimeout(this.#answer);
      super.destroy();
    }
  };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
