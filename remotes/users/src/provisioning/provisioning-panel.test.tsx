import { addMessages } from '@outrider/sdk';
import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { BrowserRouter } from '@outrider/sdk/router';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import en from '../../locales/en.json';
import { ProvisioningPanel } from './provisioning-panel';

const group = { id: 'g1', name: 'Managers', role: '', node: '', members: 3 };
let sent: unknown[];
let answer: object;
let refusal: string | undefined;

beforeEach(async () => {
  sent = [];
  refusal = undefined;
  answer = { endpoint: 'https://portal.test/scim/v2', signed_in_elsewhere: false, users: 2, Groups: [group] };
  await addMessages('users', async () => en);
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    const path = new URL(url, 'http://test').pathname;
    if (method === 'PUT') {
      sent.push(JSON.parse(String(body)));
      return refusal ? Response.json({ title: refusal, status: 403, kind: 'denied' }, { status: 403 }) : Response.json(group);
    }
    if (path.endsWith('/provisioning')) {
      return Response.json(answer);
    }
    return Response.json(path.endsWith('/tree') ? { id: 'demo', metadata: { label: 'Demo' }, nodes: [] } : []);
  });
});

afterEach(() => vi.unstubAllGlobals());

const show = () => renderInRemote(<BrowserRouter><ProvisioningPanel /></BrowserRouter>, { granted: ['provisionUsers'], role: 'ORG_ADMIN' });

it('shows where a directory connects, and gives a role to the members of its groups', async () => {
  const { container, user } = show();
  expect(await screen.findByText('https://portal.test/scim/v2')).toBeVisible();
  expect(screen.getByRole('link', { name: '2 users from the directory' })).toBeVisible();
  expect(await accessibilityProblems(container)).toEqual([]);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role of the members of Managers' }), 'DRIVER');
  expect(sent).toEqual([{ role: 'DRIVER', node: '' }]);
});

it('says why a role cannot be given, in the words of the server', async () => {
  refusal = 'This role may do more than you may.';
  const { user } = show();
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Role of the members of Managers' }), 'DRIVER');
  expect(await screen.findByText(refusal)).toBeVisible();
});

it('says that nothing has come yet', async () => {
  answer = { ...answer, users: 0, Groups: [], signed_in_elsewhere: true };
  show();
  expect(await screen.findByText('No groups yet')).toBeVisible();
  expect(screen.getByText(/get no email/)).toBeVisible();
});
