import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { refreshEveryMs, TokenKeeper } from './token-keeper';
import type { TabMessage, TabParts } from './token-parts';

/** One browser: its tabs share a lock, a channel, the storage and the cookie. */
class Browser {
  readonly refreshes: number[] = [];
  readonly wishes: unknown[] = [];
  isCut = false;
  goodbye: () => Response = () => new Response(null, { status: 204 });
  answer: () => Response = () => Response.json({ access_token: `token-${this.refreshes.length}`, token_type: 'bearer', expires_in: 600 });
  #queue: Promise<unknown> = Promise.resolve();
  #channels = new Set<(message: TabMessage) => void>();
  #storage = new Map<string, string>();

  openTab(more: Pick<TabParts, 'mark' | 'hasSession'> = {}): TokenKeeper {
    let hear: (message: TabMessage) => void = () => {};
    const parts: TabParts = {
      fetch: async (address, request) => {
        if (this.isCut) {
          throw new TypeError('network');
        }
        if (String(address) !== '/api/auth/refresh') {
          return this.goodbye();
        }
        this.wishes.push(request?.body ?? null);
        this.refreshes.push(Date.now());
        return this.answer();
      },
      locks: {
        request: ((_name: string, run: () => Promise<unknown>) => {
          const turn = this.#queue.then(run);
          this.#queue = turn.catch(() => undefined);
          return turn;
        }) as LockManager['request'],
      },
      channel: {
        postMessage: (message: TabMessage) => this.#channels.forEach((other) => other !== hear && queueMicrotask(() => other(message))),
        addEventListener: ((_type: string, listener: (event: { data: TabMessage }) => void) => {
          hear = (data) => listener({ data });
          this.#channels.add(hear);
        }) as BroadcastChannel['addEventListener'],
        close: () => this.#channels.delete(hear),
      },
      storage: { getItem: (key) => this.#storage.get(key) ?? null, setItem: (key, value) => void this.#storage.set(key, value) },
      now: () => Date.now(),
      ...more,
    };
    return new TokenKeeper(parts);
  }
}

describe('the session of two tabs', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('starts with the refresh cookie', async () => {
    const browser = new Browser();
    const tab = browser.openTab();
    await tab.start();
    expect(tab.token()).toBe('token-1');
  });

  it('is refreshed every 300 s, once for both tabs', async () => {
    const browser = new Browser();
    const [first, second] = [browser.openTab(), browser.openTab()];
    await first.start();
    await second.start();
    const before = browser.refreshes.length;

    await vi.advanceTimersByTimeAsync(refreshEveryMs + 5_000);

    expect(browser.refreshes.length - before).toBe(1);
    expect(second.token()).toBe(first.token());
  });

  it('asks once when the server refuses the token in both tabs at one time', async () => {
    const browser = new Browser();
    const [first, second] = [browser.openTab(), browser.openTab()];
    await first.start();
    await vi.advanceTimersByTimeAsync(10);
    const refused = first.token();

    await Promise.all([first.renew(refused), second.renew(refused), first.renew(refused)]);

    expect(browser.refreshes).toHaveLength(2);
    expect(first.token()).toBe('token-2');
    expect(second.token()).toBe('token-2');
  });

  it('ends in both tabs when one signs out', async () => {
    const browser = new Browser();
    const [first, second] = [browser.openTab(), browser.openTab()];
    const ended = vi.fn();
    second.onSignedOut = ended;
    await first.start();
    await first.signOut();
    await vi.advanceTimersByTimeAsync(1);
    expect(second.token()).toBeUndefined();
    expect(ended).toHaveBeenCalledWith('left');
  });

  it('ends in both tabs when one signs out everywhere, with a fresh token if need be', async () => {
    const browser = new Browser();
    const [first, second] = [browser.openTab(), browser.openTab()];
    await first.start();
    await vi.advanceTimersByTimeAsync(1);
    const answers = [new Response(null, { status: 401 }), new Response(null, { status: 204 })];
    browser.goodbye = () => answers.shift() ?? Response.error();
    await first.signOutEverywhere();
    await vi.advanceTimersByTimeAsync(1);
    expect(browser.refreshes).toHaveLength(2);
    expect([first.token(), second.token()]).toEqual([undefined, undefined]);
  });

  it('stays signed in when the server does not end the sessions', async () => {
    const browser = new Browser();
    const tab = browser.openTab();
    await tab.start();
    browser.goodbye = () => Response.json({ kind: 'unavailable', title: 'Later.' }, { status: 503 });
    await expect(tab.signOutEverywhere()).rejects.toMatchObject({ kind: 'unavailable' });
    expect(tab.token()).toBe('token-1');
  });

  it('does not call it a failure when the server refuses the other tab while one signs out', async () => {
    const browser = new Browser();
    const [first, second] = [browser.openTab(), browser.openTab()];
    const ended = vi.fn();
    second.onSignedOut = ended;
    await first.start();
    await vi.advanceTimersByTimeAsync(1);
    browser.answer = () => Response.json({ kind: 'signed_out' }, { status: 401 });
    const leaving = first.signOut();
    await vi.advanceTimersByTimeAsync(0);
    await second.renew(second.token()).catch(() => undefined);
    await leaving;
    expect(ended.mock.calls.every(([reason]) => reason === 'left')).toBe(true);
    expect(ended).toHaveBeenCalled();
  });

  it('stays signed in when the server cannot be told', async () => {
    const browser = new Browser();
    const tab = browser.openTab();
    await tab.start();
    browser.isCut = true;
    await expect(tab.signOut()).rejects.toMatchObject({ kind: 'offline' });
    expect(tab.token()).toBe('token-1');
  });

  it('says that it failed when the server ends it, and that there never was one on a first visit', async () => {
    const browser = new Browser();
    const tab = browser.openTab();
    const ended = vi.fn();
    tab.onSignedOut = ended;
    await tab.start();
    browser.answer = () => Response.json({ kind: 'signed_out', title: 'Sign in failed' }, { status: 401 });
    await expect(tab.renew(tab.token())).rejects.toMatchObject({ kind: 'signed_out' });
    expect(ended).toHaveBeenLastCalledWith('failed');

    const visitor = browser.openTab();
    visitor.onSignedOut = ended;
    await expect(visitor.start()).rejects.toMatchObject({ kind: 'signed_out' });
    expect(ended).toHaveBeenLastCalledWith('never');
  });

  it('says that it failed when the server refuses at the start to go on with a session', async () => {
    const browser = new Browser();
    browser.answer = () => Response.json({ kind: 'signed_out', title: 'Sign in failed' }, { status: 401 });
    const tab = browser.openTab({ hasSession: () => true });
    const ended = vi.fn();
    tab.onSignedOut = ended;
    await expect(tab.start()).rejects.toMatchObject({ kind: 'signed_out' });
    expect(ended).toHaveBeenCalledExactlyOnceWith('failed');
  });

  it('outlives a server that is away: keeps the token and tries again', async () => {
    const browser = new Browser();
    const tab = browser.openTab();
    const ended = vi.fn();
    tab.onSignedOut = ended;
    await tab.start();
    const answer = browser.answer;
    browser.answer = () => new Response(null, { status: 503 });
    await vi.advanceTimersByTimeAsync(refreshEveryMs);
    expect(tab.token()).toBe('token-1');
    browser.answer = answer;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(tab.token()).toBe('token-3');
    expect(ended).not.toHaveBeenCalled();
  });

  it('hands each new token to whoever listens', async () => {
    const browser = new Browser();
    const tab = browser.openTab();
    const listener = vi.fn();
    tab.onToken(listener);
    await tab.start();
    await tab.renew('token-1');
    expect(listener.mock.calls).toEqual([['token-1'], ['token-2']]);
  });

  it('asks the server nothing on a first visit', async () => {
    const browser = new Browser();
    const tab = browser.openTab({ hasSession: () => false });
    const ended = vi.fn();
    tab.onSignedOut = ended;
    await expect(tab.start()).rejects.toMatchObject({ kind: 'signed_out' });
    expect(browser.refreshes).toHaveLength(0);
    expect(ended).toHaveBeenCalledWith('never');
  });

  it('acts in the organisation of each tab, and never lends a token to a tab that acts elsewhere', async () => {
    const browser = new Browser();
    const [home, marked] = [browser.openTab(), browser.openTab({ mark: 'rival' })];
    await home.start();
    await marked.start();
    await vi.advanceTimersByTimeAsync(1);
    expect(browser.wishes).toEqual([null, '{"org_id":"rival"}']);
    expect([home.token(), marked.token()]).toEqual(['token-1', 'token-2']);
    await vi.advanceTimersByTimeAsync(refreshEveryMs + 5_000);
    expect(home.token()).not.toBe(marked.token());
  });

  it('starts anew when the session acts in another organisation than what the tab shows', async () => {
    const browser = new Browser();
    const tab = browser.openTab();
    const anew = vi.fn();
    tab.onOtherSignIn = anew;
    const of = (org_id: string) => () => Response.json({ access_token: `of ${org_id}`, expires_in: 600, org_id });
    browser.answer = of('rival');
    await tab.start();
    browser.answer = of('demo');
    await tab.renew(tab.token());
    expect(anew).toHaveBeenCalledOnce();
    expect(tab.token()).toBe('of rival');
  });

  it('leaves for the site that the server names', async () => {
    const browser = new Browser();
    const tab = browser.openTab();
    const ended = vi.fn();
    tab.onSignedOut = ended;
    await tab.start();
    browser.goodbye = () => Response.json({ location: 'https://portal.example.com/bye' });
    await tab.signOut();
    expect(ended).toHaveBeenCalledWith('left', 'https://portal.example.com/bye');
  });
});
