import { expect, type Page } from '@playwright/test';

/** A file that a page fetched. */
export interface Fetched {
  url: string;
  isScript: boolean;
  /** As it came over the wire, compressed, without headers. */
  bytes: number;
  /** Over the wire with headers; 0 from the browser's cache. */
  wireBytes: number;
}

/** A page that fetches nothing for so long, in milliseconds, after it was idle, has what it wants. */
const quietMs = 2_000;

/** Hears what a tab fetches, from now on. */
export class Transferred {
  readonly #page: Page;
  #files = new Map<string, Fetched & { headers: number }>();
  readonly #underWay = new Set<string>();
  #lastAt = Date.now();

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Begins to listen; also to what remotes fetch. */
  static async by(page: Page): Promise<Transferred> {
    const own = new Transferred(page);
    const cdp = await page.context().newCDPSession(page);
    const begins = (id: string) => own.#changes(() => own.#underWay.add(id));
    const ends = (id: string) => own.#changes(() => own.#underWay.delete(id));
    cdp.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
      if (type === 'Document') own.#underWay.clear(); // what the page before still wanted is given up
      if (!isAnswered(request.url)) begins(requestId);
    });
    cdp.on('Network.loadingFailed', ({ requestId }) => ends(requestId));
    cdp.on('Network.responseReceived', ({ requestId, response, type }) => {
      own.#files.set(requestId, { url: response.url, isScript: type === 'Script', bytes: 0, wireBytes: 0, headers: response.encodedDataLength });
    });
    cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const file = own.#files.get(requestId);
      ends(requestId);
      if (file) Object.assign(file, { wireBytes: encodedDataLength, bytes: Math.max(0, encodedDataLength - file.headers) });
    });
    await cdp.send('Network.enable');
    return own;
  }

  /** Waits until the page has been idle and has fetched no file for a while: also what is fetched ahead is there then. */
  async settled(): Promise<void> {
    await this.#page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await expect.poll(() => this.#underWay.size === 0 && Date.now() - this.#lastAt > quietMs, { message: 'nothing is fetched any more', timeout: 120_000 }).toBe(true);
  }

  #changes(change: () => void): void {
    change();
    this.#lastAt = Date.now();
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

  /** Bytes over the wire of everything but what the API answered, and what `leaveOut` says. */
  staticWireBytes(leaveOut: (url: string) => boolean = () => false): number {
    return sum(this.files().filter(({ url }) => !isAnswered(url) && !leaveOut(url)).map(({ wireBytes }) => wireBytes));
  }
}

/** Whether the API answers there. */
function isAnswered(url: string): boolean {
  return new URL(url).pathname.startsWith('/api/');
}

function sum(numbers: number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
