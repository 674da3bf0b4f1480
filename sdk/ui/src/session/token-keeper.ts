import { ApiError } from '../errors/api-error';
import { readProblem } from '../errors/problem';
import type { paths } from '../host-api';
import { z } from 'zod';

import type { Granted, SignedOutReason, TabMessage, TabParts } from './token-parts';

/** How often the session is refreshed, in milliseconds. */
export const refreshEveryMs = 300_000;
/** How soon a refresh that met a dead network is tried again, in milliseconds. */
const retryMs = 10_000;
/** How long a tab waits for the token that another tab has just fetched, in milliseconds. */
const handOverMs = 1_000;

const refreshLock = 'outrider-refresh';
const lastRefreshKey = 'outrider.refreshed';

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number(), org_id: z.string().optional() });
const leftSchema = z.object({ location: z.string().url() });

/**
 * Keeps the access token of this tab, in memory only, and renews it through the refresh cookie: every 300 s, or when the
 * server refused it. One tab renews for all: they queue on a Web Lock and pass the new token over a BroadcastChannel.
 */
export class TokenKeeper {
  readonly #parts: TabParts;
  readonly #tokenListeners = new Set<(token: string) => void>();
  #token: string | undefined;
  #orgId: string | undefined;
  #hadSession = false;
  /** Somebody is signing out: a token that is refused meanwhile is no failure. */
  #isLeaving = false;
  #renewal: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Called once when the session is over in this browser; the shell goes to the sign-in page, or to the address that the server names. */
  onSignedOut: (reason: SignedOutReason, to?: string) => void = () => {};
  /** Called when somebody signed in anew in another tab: this one shows an old account. */
  onOtherSignIn: () => void = () => {};

  constructor(parts: TabParts) {
    this.#parts = parts;
    parts.channel.addEventListener('message', (event) => {
      this.#hear((event as MessageEvent<TabMessage>).data);
    });
  }

  /** The access token, or undefined while nobody is signed in. */
  token(): string | undefined {
    return this.#token;
  }

  /** Calls `listener` with every new token until the returned function is called. */
  onToken(listener: (token: string) => void): () => void {
    this.#tokenListeners.add(listener);
    return () => this.#tokenListeners.delete(listener);
  }

  /** Gets the first token; rejects when nobody is signed in or the server does not answer. */
  async start(): Promise<void> {
    if (this.#parts.hasSession?.() === false) {
      this.#end('never');
      throw new ApiError({ kind: 'signed_out', status: 401, title: 'Nobody is signed in.' });
    }
    this.#hadSession = this.#parts.hasSession?.() ?? false;
    await this.renew(undefined);
  }

  /** Gets a newer token than `used`. Calls at one time share one request. */
  renew(used: string | undefined): Promise<void> {
    if (this.#token !== undefined && this.#token !== used) {
      return Promise.resolve();
    }
    this.#renewal ??= this.#renewInTurn(used).finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  /** Ends the session here and in every other tab; rejects, and ends nothing, when the server cannot be reached. */
  signOut(): Promise<void> {
    return this.#leave(() => this.#parts.fetch('/api/auth/sign-out' satisfies keyof paths, { method: 'POST', headers: this.#authorization() }));
  }

  /** Ends this session and all others of the user, in whatever browser; rejects, and ends nothing here, when the server does not do it. */
  signOutEverywhere(): Promise<void> {
    return this.#leave(async () => {
      const ask = () => this.#parts.fetch('/api/auth/sign-out-everywhere' satisfies keyof paths, { method: 'POST', headers: this.#authorization() });
      let response = await ask();
      if (response.status === 401) {
        await this.renew(this.#token);
        response = await ask();
      }
      if (!response.ok) {
        throw await readProblem(response);
      }
      return response;
    });
  }

  async #leave(ask: () => Promise<Response>): Promise<void> {
    this.#tell({ type: 'signing_out' });
    this.#isLeaving = true;
    let to: string | undefined;
    try {
      const response = await ask();
      to = response.status === 200 ? leftSchema.safeParse(await response.json()).data?.location : undefined;
    } catch (cause) {
      this.#isLeaving = false;
      this.#tell({ type: 'stays' });
      throw cause instanceof ApiError ? cause : new ApiError({ kind: 'offline', status: 0, title: 'The server cannot be reached.', cause });
    }
    this.#tell({ type: 'signed_out' });
    this.#end('left', to);
  }

  /** Stops the timer and leaves the channel. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#parts.channel.close();
  }

  async #renewInTurn(used: string | undefined): Promise<void> {
    const askedAt = this.#parts.now();
    await this.#parts.locks.request(refreshLock, async () => {
      if (await this.#receivedFromAnotherTab(used, askedAt)) {
        return;
      }
      const granted = { ...(await this.#fetchToken()), mark: this.#mark() };
      this.#parts.storage.setItem(lastRefreshKey, String(this.#parts.now()));
      this.#tell({ type: 'token', ...granted });
      this.#accept(granted);
    });
  }

  /** A tab that had to queue may find the work done; its message can be a moment behind the lock. */
  async #receivedFromAnotherTab(used: string | undefined, askedAt: number): Promise<boolean> {
    const isNewer = () => this.#token !== undefined && this.#token !== used;
    if (!isNewer() && Number(this.#parts.storage.getItem(lastRefreshKey)) > askedAt) {
      await new Promise<void>((resolve) => {
        const giveUp = setTimeout(resolve, handOverMs);
        const stop = this.onToken(() => {
          clearTimeout(giveUp);
          stop();
          resolve();
        });
      });
    }
    return isNewer();
  }

  async #fetchToken(): Promise<Granted> {
    const { mark, view } = this.#parts;
    const wish = view ? { see_as: view } : mark ? { org_id: mark } : undefined;
    const request = wish ? { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(wish) } : { method: 'POST' };
    const response = await this.#parts.fetch('/api/auth/refresh' satisfies keyof paths, request).catch((cause: unknown) => {
      this.#schedule(retryMs);
      throw new ApiError({ kind: 'offline', status: 0, title: 'The server cannot be reached.', cause });
    });
    if (response.ok) {
      const { access_token: token, org_id: orgId } = tokenSchema.parse(await response.json());
      return { token, orgId };
    }
    const problem = await readProblem(response);
    if (problem.kind === 'unavailable' || problem.kind === 'internal') {
      this.#schedule(retryMs);
    } else {
      this.#end(this.#reason());
    }
    throw problem;
  }

  #mark(): string | undefined {
    return this.#parts.view ? `view ${this.#parts.view}` : this.#parts.mark;
  }

  #accept({ token, orgId, mark }: Granted): void {
    if (mark !== this.#mark()) {
      return; // for tabs that act elsewhere
    }
    if (this.#orgId !== undefined && orgId !== this.#orgId) {
      this.onOtherSignIn(); // what this tab shows is another organisation's
      return;
    }
    this.#token = token;
    this.#orgId = orgId;
    this.#hadSession = true;
    this.#schedule(refreshEveryMs);
    this.#tokenListeners.forEach((listener) => listener(token));
  }

  #hear(message: TabMessage): void {
    switch (message.type) {
      case 'token':
        this.#accept(message);
        break;
      case 'signing_out':
        this.#isLeaving = true;
        break;
      case 'stays':
        this.#isLeaving = false;
        break;
      case 'signed_out':
        this.#end('left');
        break;
      case 'signed_in':
        this.onOtherSignIn();
        break;
    }
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.renew(this.#token).catch(() => undefined);
    }, delayMs);
  }

  #reason(): SignedOutReason {
    if (this.#isLeaving) {
      return 'left';
    }
    return this.#hadSession ? 'failed' : 'never';
  }

  #tell(message: TabMessage): void {
    this.#parts.channel.postMessage(message);
  }

  #end(reason: SignedOutReason, to?: string): void {
    clearTimeout(this.#timer);
    this.#token = undefined;
    if (to === undefined) {
      this.onSignedOut(reason);
    } else {
      this.onSignedOut(reason, to);
    }
  }

  #authorization(): HeadersInit {
    return this.#token ? { Authorization: `Bearer ${this.#token}` } : {};
  }
}
