import type { Page } from '@playwright/test';

/** A file that a page fetched. */
export interface Fetched {
  url: string;
  isScript: boolean;
  /** As it came over the wire, compressed, without headers. */
  bytes: number;
  /** Over the wire with headers; 0 from the browser's cache. */
  wireBytes: number;
}

/** Hears what a tab fetches, from now on. */
export class Transferred {
  #files = new Map<string, Fetched & { headers: number }>();

  /** Begins to listen; also to what remotes fetch. */
  static async by(page: Page): Promise<Transferred> {
    const own = new Transferred();
    const cdp = await page.context().newCDPSession(page);
    cdp.on('Network.responseReceived', ({ requestId, response, type }) => {
      own.#files.set(requestId, { url: response.url, isScript: type === 'Script', bytes: 0, wireBytes: 0, headers: response.encodedDataLength });
    });
    cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const file = own.#files.get(requestId);
      if (file) Object.assign(file, { wireBytes: encodedDataLength, bytes: Math.max(0, encodedDataLength - file.headers) });
    });
    await cdp.send('Network.enable');
    return own;
  }

  /** Forgets what was fetched so far. */
  restart(): void {
    this.#files = new Map();
  }

  files(): Fetched[] {
    return [...this.#files.values()];
  }

  /** Compressed bytes of all scripts. */
  scriptBytes(): number {
    return sum(this.files().filter(({ isScript }) => isScript).map(({ bytes }) => bytes));
  }

  /** Bytes over the wire of everything but what the API answered. */
  staticWireBytes(): number {
    return sum(this.files().filter(({ url }) => !new URL(url).pathname.startsWith('/api/')).map(({ wireBytes }) => wireBytes));
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
