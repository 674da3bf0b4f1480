import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { FakeApi } from '../testing/api';
import { OwnOrganisation } from './own-organisation';

const own = { id: 'demo', name: 'Demo Haulage', countryCode: 'GB', zone: 'Europe/London', version: 4 };
let api: FakeApi;

beforeEach(async () => {
  api = new FakeApi();
  await api.install();
  const organisation = { ...own, serviceList: [], state: 'active', users: 1, created_date: '', deleted_date: null, removed_after: null };
  api.answers = { 'GET ': organisation, 'PUT ': organisation };
});

afterEach(() => vi.unstubAllGlobals());

it('changes what the administrators of an organisation may change of it', async () => {
  const { container, user } = renderInRemote(<OwnOrganisation />, { granted: ['updateOrg'] });
  const name = await screen.findByRole('textbox', { name: 'Name' });
  expect(await accessibilityProblems(container)).toEqual([]);
  await user.clear(name);
  await user.type(name, 'Demo Freight');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(api.bodiesOf('PUT ')).toEqual([{ name: 'Demo Freight', countryCode: 'GB', zone: 'Europe/London', version: 4 }]);
});

it('says that somebody else was quicker', async () => {
  const { user } = renderInRemote(<OwnOrganisation />, { granted: ['updateOrg'] });
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), '!');
  api.answers['PUT '] = { status: 409, title: 'Somebody just changed this organisation. Please try again.' };
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Somebody just changed/)).toBeVisible();
});
