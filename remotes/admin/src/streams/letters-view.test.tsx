import { renderInRemote } from '@outrider/sdk/testing';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { aLetter, FakeHost } from '../testing/fake-host';
import { LettersView } from './letters-view';

let host: FakeHost;
const all = { granted: ['viewOperations', 'operateHost'] };

beforeEach(async () => {
  host = new FakeHost();
  await host.install();
  host.answers.set('/admin/dead-letters', { letters: [aLetter(7), aLetter(3)], next: 0 });
});

afterEach(() => vi.unstubAllGlobals());

describe('the dead letters', () => {
  it('replays the chosen ones after asking', async () => {
    host.answers.set('/admin/dead-letters/replay', { done: [3], failed: [], next: 0 });
    const { user } = renderInRemote(<LettersView />, all);
    expect(await screen.findByText('no such kind 7')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Replay' })).toBeDisabled();
    await user.click(screen.getByRole('checkbox', { name: 'Select event.identity.group 3' }));
    await user.click(screen.getByRole('button', { name: 'Replay' }));
    expect(await screen.findByText('Replay this dead letter?')).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Replay' }).at(-1) as HTMLElement);
    expect(await screen.findByText('1 dead letter was replayed')).toBeVisible();
    expect(host.sent).toEqual([{ path: '/admin/dead-letters/replay', body: { sequences: [3] } }]);
  });

  it('goes on until all that match are done', async () => {
    const rounds = [{ done: [7], failed: [], next: 7 }, { done: [3], failed: [{ sequence: 1, reason: 'no consumer' }], next: 0 }];
    host.answers.set('/admin/dead-letters/replay', () => rounds.shift());
    const { user } = renderInRemote(<LettersView />, all);
    await user.click(await screen.findByRole('button', { name: 'Replay all matching' }));
    await user.click(await screen.findByRole('button', { name: 'Replay' }));
    expect(await screen.findByText('2 done, 1 not: no consumer')).toBeVisible();
    await waitFor(() => expect(host.sent.map(({ body }) => body)).toEqual([{ matching: {} }, { matching: {}, before: 7 }]));
  });

  it('says that all is well', async () => {
    host.answers.set('/admin/dead-letters', { letters: [], next: 0 });
    renderInRemote(<LettersView />, all);
    expect(await screen.findByText('No dead letters: everything was handled')).toBeVisible();
  });
});
