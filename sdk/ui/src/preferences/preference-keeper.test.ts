import { describe, expect, it, vi } from 'vitest';

import { merged, type Patch } from './merge';
import { PreferenceKeeper } from './preference-keeper';

const patience = { timeout: 40_000 };

/** A server that merges, and a channel that tells every other tab. */
function world(document: Patch = {}) {
  const listeners: { tab: object; hear: (event: { data: unknown }) => void }[] = [];
  const server = { document, fails: false, reading: Promise.resolve(undefined) as Promise<undefined> };
  const tab = (owner = 'u1') => {
    const own = { preferences: server.document };
    const keeper = new PreferenceKeeper({
      shown: () => own.preferences,
      show: (next) => (own.preferences = next),
      read: async () => {
        const { document: read } = server;
        await server.reading;
        return read;
      },
      write: async (change) => {
        await Promise.resolve();
        if (server.fails) {
          throw new Error('away');
        }
        server.document = merged(server.document, change);
      },
      owner: () => owner,
      channel: {
        postMessage: (data) => listeners.filter((one) => one.tab !== own).forEach(({ hear }) => hear({ data })),
        addEventListener: (_: string, hear: unknown) => void listeners.push({ tab: own, hear: hear as (event: { data: unknown }) => void }),
      } as Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>,
    });
    return { keeper, shown: () => own.preferences };
  };
  return { server, tab };
}

describe('preferences', () => {
  it('of two tabs that change different things at once are all kept, and both tabs show them', async () => {
    const { server, tab } = world({ global: { locale: 'en-GB' } });
    const [a, b] = [tab(), tab()];
    await Promise.all([
      a.keeper.save({ global: { units: 'Metric' } }),
      b.keeper.save({ app: { outrider: { ui: { mapView: { satellite: true } } } } }),
      a.keeper.save({ app: { outrider: { ui: { tables: { density: 'comfortable' } } } } }),
    ]);
    const all = { global: { locale: 'en-GB', units: 'Metric' }, app: { outrider: { ui: { mapView: { satellite: true }, tables: { density: 'comfortable' } } } } };
    expect(server.document).toEqual(all);
    await vi.waitFor(() => expect([a.shown(), b.shown()]).toEqual([all, all]), patience);
  });

  it('that are changed here while another tab\'s change is being read are both shown in the end', async () => {
    const { server, tab } = world({});
    const [a, b] = [tab(), tab()];
    const slow = deferred();
    server.reading = slow.promise;
    await a.keeper.save({ global: { units: 'Metric' } });
    const saving = b.keeper.save({ app: { outrider: { version: 1 } } });
    slow.resolve();
    await saving;
    const all = { global: { units: 'Metric' }, app: { outrider: { version: 1 } } };
    await vi.waitFor(() => expect([a.shown(), b.shown(), server.document]).toEqual([all, all, all]), patience);
  });

  it('that two devices change in one list are all kept, by what each changed', async () => {
    const { server, tab } = world({ widgets: [{ id: 'a', x: 0, h: 4 }, { id: 'b', x: 6 }] });
    const [phone, desk] = [tab('u1'), tab('u1')];
    await Promise.all([
      phone.keeper.save({ widgets: { $each: { a: { x: 3 } }, $new: { c: { x: 1 } } } }),
      desk.keeper.save({ widgets: { $each: { b: { x: 9 } }, $new: { c: { x: 7 } } } }),
    ]);
    const all = { widgets: [{ id: 'a', x: 3, h: 4 }, { id: 'b', x: 9 }, { id: 'c', x: 1 }] };
    expect(server.document).toEqual(all);
    await vi.waitFor(() => expect([phone.shown(), desk.shown()]).toEqual([all, all]), patience);
  });

  it('of a list go back when they cannot be saved', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const before = { widgets: [{ id: 'a', x: 0 }, { id: 'b', x: 6 }] };
    const { server, tab } = world(before);
    const { keeper, shown } = tab();
    server.fails = true;
    const saving = keeper.save({ widgets: { $each: { a: { x: 3 }, b: null }, $new: { c: {} } } });
    expect(shown()).toEqual({ widgets: [{ id: 'a', x: 3 }, { id: 'c' }] });
    expect(await saving).toBe(false);
    expect(shown()).toEqual(before);
  });

  it('show at once, and go back when they cannot be saved', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const { server, tab } = world({ global: { units: 'Metric' } });
    const { keeper, shown } = tab();
    server.fails = true;
    const saving = keeper.save({ global: { units: 'Imperial GB', locale: 'de-DE' } });
    expect(shown()).toEqual({ global: { units: 'Imperial GB', locale: 'de-DE' } });
    expect(await saving).toBe(false);
    expect(shown()).toEqual({ global: { units: 'Metric' } });
  });

  it('of another user are not read', async () => {
    const { server, tab } = world({});
    const [mine, theirs] = [tab(), tab('u2')];
    await theirs.keeper.save({ global: { units: 'Metric' } });
    expect(server.document).toEqual({ global: { units: 'Metric' } });
    await mine.keeper.save({});
    expect(mine.shown()).toEqual({});
  });
});

function deferred(): { promise: Promise<undefined>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<undefined>((settle) => {
    resolve = () => settle(undefined);
  });
  return { promise, resolve };
}
