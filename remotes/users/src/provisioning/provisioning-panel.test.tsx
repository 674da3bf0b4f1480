import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { BrowserRouter } from '@outrider/sdk/router';
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { FakeApi } from '../testing/api';
import { ProvisioningPanel } from './provisioning-panel';

const group = { id: 'g1', name: 'Managers', role: '', node: '', members: 3 };
const state = { endpoint: 'https://portal.test/scim/v2', signed_in_elsewhere: false, users: 2, Groups: [group] };
let api: FakeApi;

beforeEach(async () => {
  api = new FakeApi();
  await api.install();
  api.answers = {
    'GET /provisioning': state, 'PUT /provisioning/groups/g1': group,
    'GET /tree': { id: 'demo', metadata: { label: 'Demo' }, nodes: [] }, 'GET /role': [],
  };
});

afterEach(() => vi.unstubAllGlobals());

const show = () => renderInRemote(<BrowserRouter><ProvisioningPanel /></BrowserRouter>, { granted: ['provisionUsers'], role: 'ORG_ADMIN' });

/** Gives the role of drivers to the members of the group. */
async function give(user: UserEvent) {
  const choice = screen.getByRole('combobox', { name: 'Role of the members of Managers' });
  await user.click(choice);
  await user.selectOptions(choice, 'DRIVER');
}

it('shows where a directory connects, and gives a role to the members of its groups', async () => {
  const { container, user } = show();
  expect(await screen.findByText('https://portal.test/scim/v2')).toBeVisible();
  expect(screen.getByRole('link', { name: '2 users from the directory' })).toBeVisible();
  expect(await accessibilityProblems(container)).toEqual([]);
  await give(user);
  expect(api.bodiesOf('PUT /provisioning/groups/g1')).toEqual([{ role: 'DRIVER', node: '' }]);
});

it('says why a role cannot be given, in the words of the server', async () => {
  const refusal = 'This role may do more than you may.';
  api.answers['PUT /provisioning/groups/g1'] = { status: 403, title: refusal };
  const { user } = show();
  await screen.findByText('Managers');
  await give(user);
  expect(await screen.findByText(refusal)).toBeVisible();
});

it('says that nothing has come yet', async () => {
  api.answers['GET /provisioning'] = { ...state, users: 0, Groups: [], signed_in_elsewhere: true };
  show();
  expect(await screen.findByText('No groups yet')).toBeVisible();
  expect(screen.getByText(/get no email/)).toBeVisible();
});
