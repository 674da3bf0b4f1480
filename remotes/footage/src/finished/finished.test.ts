import { setShellInfo, type Badge } from '@outrider/sdk';
import { aShellInfo } from '@outrider/sdk/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { badges } from '../badges';
import { FakeApi } from '../testing/api';
import { followStarted } from './follow';
import { averageOf, forward } from './forward';
import { keepFinished, keepStarted, keptMs, prune, seeFinished, startedIds, unseenCount } from './kept';

const news = (id: string, status: string, progress: number) => ({ fileset_request_id: id, status, progress, file_requests: [] });

describe('the progress of a fileset', () => {
  it('only moves forward, and success is 100 and final', () => {
    const known = { status: 'in progress', progress: 40 };
    expect(forward(known, { status: 'accepted', progress: 20 })).toEqual(known);
    expect(forward(known, { status: 'complete', progress: 30 })).toEqual({ status: 'complete', progress: 40 });
    expect(forward(known, { status: 'success', progress: 70 })).toEqual({ status: 'success', progress: 100 });
    const done = { status: 'success', progress: 100 };
    expect(forward(done, { status: 'canceled', progress: 0 })).toEqual(done);
    expect(forward({ status: 'canceled', progress: 10 }, { status: 'success', progress: 100 })).toEqual({ status: 'canceled', progress: 10 });
  });

  it('is the floored average of its files', () => {
    expect([averageOf([{ progress: 100 }, { progress: 99 }, { progress: 0 }]), averageOf([])]).toEqual([66, 0]);
  });
});

describe('the finished list', () => {
  let api: FakeApi;
  let badge: Badge | undefined;
  let stop = () => {};

  beforeEach(async () => {
    setShellInfo(aShellInfo());
    api = new FakeApi();
    await api.install();
    stop = badges.start((_, next) => (badge = next));
  });
  afterEach(() => {
    stop();
    vi.unstubAllGlobals();
  });

  it('counts a fileset once when it is there, in green, until Files is opened', async () => {
    followStarted('f1');
    const asked = { connectionId: 'c1', subscriptionType: 'filesetRequest', context: 'filesetRequest', values: ['f1'] };
    await vi.waitFor(() => expect(api.bodiesOf('POST /files/subscriptions')).toEqual([asked]));
    api.push(news('f1', 'in progress', 50), news('of somebody else', 'success', 100));
    expect(badge).toBeUndefined();
    api.push(news('f1', 'success', 100));
    api.push(news('f1', 'success', 100));
    expect(badge).toEqual({ count: 1, tone: 'ok' });
    seeFinished();
    expect(badge).toBeUndefined();
    api.push(news('f1', 'success', 100));
    expect(badge).toBeUndefined();
  });

  it('forgets what was canceled', () => {
    followStarted('f1');
    api.push(news('f1', 'canceled', 100));
    expect([startedIds(), unseenCount()]).toEqual([[], 0]);
  });

  it('forgets what is older than 7 days', () => {
    const now = Date.UTC(2026, 10, 21);
    keepStarted('old', now - keptMs - 1);
    keepStarted('done', now - keptMs - 1);
    keepFinished('done', now - keptMs - 1);
    keepStarted('young', now - keptMs + 1);
    prune(now);
    expect([startedIds(), unseenCount()]).toEqual([['young'], 0]);
  });
});
