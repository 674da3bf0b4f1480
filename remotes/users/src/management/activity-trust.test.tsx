import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { FakeApi } from '../testing/api';
import { ActivityTrust } from './activity-trust';

let api: FakeApi;

beforeEach(async () => {
  api = new FakeApi();
  await api.install();
  const chain = { records: 12, keep_days: 0, host_keep_days: 400 };
  api.answers = { 'GET /audit/chain': chain, 'PUT /audit/retention': { ...chain, keep_days: 90 } };
});

afterEach(() => vi.unstubAllGlobals());

it('says that nothing was changed, and offers no longer than the portal keeps records', async () => {
  const { user, container } = renderInRemote(<ActivityTrust />, { granted: ['updateOrg'] });
  await user.click(screen.getByRole('button', { name: 'Check the record' }));
  expect(await screen.findByText('12 records checked: nothing was changed.')).toBeVisible();
  const keep = screen.getByRole('combobox', { name: 'Keep records for' });
  expect([...keep.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual(['As long as the portal does (400 days)', '30 days', '90 days', '180 days', '365 days']);
  await user.selectOptions(keep, '90 days');
  expect(api.changes()).toEqual([]); // not before somebody is sure
  await user.click(await screen.findByRole('button', { name: 'Remove older records' }));
  await waitFor(() => expect(api.bodiesOf('PUT /audit/retention')).toEqual([{ keep_days: 90 }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await accessibilityProblems(container)).toEqual([]);
});

it('names the record that was changed', async () => {
  api.answers['GET /audit/chain'] = { records: 4, broken_at: 5, keep_days: 0, host_keep_days: 0 };
  const { user } = renderInRemote(<ActivityTrust />, { granted: [] });
  await user.click(screen.getByRole('button', { name: 'Check the record' }));
  expect(await screen.findByText('Record 5 is not as it was written. Contact support.')).toBeVisible();
  expect(screen.queryByRole('combobox')).toBeNull();
});
