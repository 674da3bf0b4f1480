import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { network } from '../testing';
import { TokenKeeper } from './token-keeper';
import { endView, markedView, openView } from './view-as';

const id = '7b0c1d2e-0000-4000-8000-000000000001';

describe('a tab that shows the portal as somebody else', () => {
  afterEach(() => {
    window.name = '';
    vi.restoreAllMocks();
  });

  it('is marked by the id of its view, and by nothing else', () => {
    expect(markedView(`seeAs=${id}`)).toBe(id);
    for (const name of ['', id, 'seeAs=', `orgID=${id}`, `seeAs=${id}x`, 'seeAs=../x']) {
      expect(markedView(name)).toBeUndefined();
    }
  });

  it('says when the browser opens none', () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    expect(openView(id)).toBe(false);
    expect(window.open).toHaveBeenCalledWith('/', `seeAs=${id}`);
  });

  it('stays when the server does not end the view', async () => {
    window.name = `seeAs=${id}`;
    const close = vi.spyOn(window, 'close').mockImplementation(() => undefined);
    network.use(http.post('/api/auth/leave', () => new HttpResponse(null, { status: 503 })));
    await expect(endView()).rejects.toThrow();
    expect(close).not.toHaveBeenCalled();
    expect(markedView()).toBe(id);
  });
});

it('asks for tokens of the view that the tab shows', async () => {
  const fetcher = vi.fn<typeof fetch>(() => Promise.resolve(Response.json({ access_token: 'seen', expires_in: 600, org_id: 'demo' })));
  const tab = new TokenKeeper({
    fetch: fetcher, view: id, storage: sessionStorage, now: Date.now, channel: { postMessage: () => {}, addEventListener: () => {}, close: () => {} },
    locks: { request: ((_name: string, run: () => unknown) => run()) as LockManager['request'] },
  });
  await tab.start();
  expect(fetcher.mock.calls[0]?.[1]?.body).toBe(`{"see_as":"${id}"}`);
  expect(tab.token()).toBe('seen');
  tab.stop();
});
