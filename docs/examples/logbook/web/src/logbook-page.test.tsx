import { accessibilityProblems, network, renderInRemote } from '@outrider/sdk/testing';
import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, expect, it } from 'vitest';
import { addMessages } from '@outrider/sdk';

import { loadMessages } from './messages';
import { LogbookPage } from './logbook-page';
import { RecentNotes } from './recent-notes';

const notes = [{ id: '1', vehicle_id: 'v1', vehicle_name: 'HGV-017', text: 'A new mirror', author: 'Amelia Marsh', at: '2026-05-04T10:00:00Z' }];

function answer(found: typeof notes) {
  network.use(http.get('/api/org/:org/logbook/notes', () => HttpResponse.json({ notes: found, total_records: found.length, page_count: 1 })));
}

beforeAll(() => addMessages('logbook', loadMessages));

it('lists notes', async () => {
  answer(notes);
  const { container } = renderInRemote(<LogbookPage />);
  expect(await screen.findByText('A new mirror', {}, { timeout: 30_000 })).toBeVisible();
  expect(await accessibilityProblems(container)).toEqual([]);
}, 120_000);

it('says that there are none', async () => {
  answer([]);
  renderInRemote(<RecentNotes />);
  expect(await screen.findByText('No notes yet')).toBeVisible();
});

it('shows nothing to those who may not', () => {
  renderInRemote(<RecentNotes />, { granted: [] });
  expect(screen.queryByText('No notes yet')).toBeNull();
});
