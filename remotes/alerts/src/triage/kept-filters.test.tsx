import { MemoryRouter } from '@outrider/sdk/router';
import { renderInRemote } from '@outrider/sdk/testing';
import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import type { Kind } from '../api/alert';
import { useKeptFilters } from './kept-filters';
import { plain, type View } from './view';

vi.mock('@outrider/sdk', async (original) => ({ ...(await original<object>()), saveUi: vi.fn(() => Promise.resolve(true)) }));

const aBand = { name: 'severe', type: 'percentVal', value: 50, isShown: true, vehiclesOnly: false };
const ui = {
  alert_filters: { driving: { alert_type: ['imualert'], severity: ['3'], user_driving_quality: ['none'], unread: true, days: 30 }, speeding: { unread: true, days: 5 } },
  speeding: { filters: { event_types: ['2'], vehicles: ['v1'], bands: [aBand], threshold: { type: 'percentVal', value: 20 } } },
};

/** Opens a list at an address; `next` are views that its reader chooses one after the other. */
async function open(kind: Kind, address: string, ...next: Partial<View>[]) {
  const { saveUi } = await import('@outrider/sdk');
  vi.mocked(saveUi).mockClear();
  renderInRemote(null, { ui });
  const go = vi.fn();
  const { rerender } = renderHook(({ view }: { view: View }) => useKeptFilters(kind, view, go), {
    initialProps: { view: plain },
    wrapper: ({ children }) => <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>,
  });
  next.forEach((change) => rerender({ view: { ...plain, ...change } }));
  return { go, saved: vi.mocked(saveUi).mock.calls.map(([change]) => change) };
}

test('a page that is opened bare shows the filters of the last time', async () => {
  const { go, saved } = await open('driving', '/notifications');
  expect(go).toHaveBeenCalledExactlyOnceWith({ types: ['imualert'], severities: ['3'], ratings: ['none'], unread: true, days: 30 });
  expect(saved).toEqual([]);
});

test('of speeding its levels, overspeed and vehicles, and no days that cannot be chosen', async () => {
  const { go } = await open('speeding', '/speeding');
  expect(go).toHaveBeenCalledExactlyOnceWith({
    types: [], severities: ['2'], ratings: [], unread: true, days: plain.days, vehicles: ['v1'], bands: [aBand], over: { type: 'percentVal', value: 20 },
  });
});

test('a link that says what to show is followed', async () => {
  expect((await open('driving', '/notifications?days=1')).go).not.toHaveBeenCalled();
});

test('what is chosen is kept, and a search or a page is not', async () => {
  const { saved } = await open('driving', '/notifications?days=1', { unread: true }, { unread: true, text: 'm6', page: 3 });
  expect(saved).toEqual([{ alert_filters: { driving: { alert_type: [], severity: [], user_driving_quality: [], unread: true, days: 7 } } }]);
});
