import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { FakeApi } from '../testing/api';
import { KeyDialog } from './key-dialog';

const action = (name: string) => ({ name, plugin: 'users', description: `May ${name}`, default_roles: [] });
let api: FakeApi;

beforeEach(async () => {
  api = new FakeApi();
  await api.install();
  api.answers = {
    'GET /tree': { id: 'demo', metadata: { label: 'Demo' }, nodes: [] },
    'POST /permissions/actions': { areas: [{ area: 'user', actions: ['listUsers', 'deleteUser', 'manageApiKeys', 'manageWebhooks', 'seePortalAs'].map(action) }] },
    'POST /api-keys': { status: 422, title: 'You cannot give this key what you may not do yourself.' },
  };
});

afterEach(() => vi.unstubAllGlobals());

it('offers what a key can have, and says why the server refuses one', async () => {
  const granted = ['listUsers', 'manageApiKeys', 'manageWebhooks', 'seePortalAs'];
  const { container, user } = renderInRemote(<KeyDialog onClose={vi.fn()} onMade={vi.fn()} />, { granted });
  const boxes = await screen.findAllByRole('checkbox');
  expect(boxes.map((box) => box.closest('label')?.textContent)).toEqual([expect.stringContaining('listUsers')]);
  expect(await accessibilityProblems(container)).toEqual([]);
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Scales');
  await user.click(boxes[0] as HTMLElement);
  await user.click(screen.getByRole('button', { name: 'Create API key' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('You cannot give this key what you may not do yourself.');
});
