import { addMessages } from '@outrider/sdk';
import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import en from '../../locales/en.json';
import { OwnOrganisation } from './own-organisation';

const own = { id: 'demo', name: 'Demo Haulage', countryCode: 'GB', zone: 'Europe/London', version: 4 };
let sent: unknown[];
let status: number;

beforeEach(async () => {
  sent = [];
  status = 200;
  await addMessages('users', async () => en);
  vi.stubGlobal('fetch', async (_url: string, { method = 'GET', body }: RequestInit) => {
    if (method === 'PUT') {
      sent.push(JSON.parse(String(body)));
    }
    return status === 200
      ? Response.json({ ...own, serviceList: [], state: 'active', users: 1, created_date: '', deleted_date: null, removed_after: null })
      : Response.json({ title: 'Somebody just changed this organisation. Please try again.', status, kind: 'conflict' }, { status });
  });
});

afterEach(() => vi.unstubAllGlobals());

it('changes what the administrators of an organisation may change of it', async () => {
  const { container, user } = renderInRemote(<OwnOrganisation />, { granted: ['updateOrg'] });
  const name = await screen.findByRole('textbox', { name: 'Name' });
  expect(await accessibilityProblems(container)).toEqual([]);
  await user.clear(name);
  await user.type(name, 'Demo Freight');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(sent).toEqual([{ name: 'Demo Freight', countryCode: 'GB', zone: 'Europe/London', version: 4 }]);
});

it('says that somebody else was quicker', async () => {
  const { user } = renderInRemote(<OwnOrganisation />, { granted: ['updateOrg'] });
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), '!');
  status = 409;
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Somebody just changed/)).toBeVisible();
});
