import { renderInRemote } from '@outrider/sdk/testing';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { FakeApi } from '../testing/api';
import { OrganisationsPage } from './organisations-page';

const demo = {
  id: 'demo', name: 'Demo Haulage', countryCode: 'GB', zone: 'Europe/London', serviceList: [], state: 'active', users: 4, created_date: '2026-01-05T09:00:00Z', deleted_date: null, removed_after: null, version: 1,
};

beforeEach(async () => {
  history.replaceState(null, '', '/organisations');
  const api = new FakeApi();
  await api.install();
  api.answers = { 'GET /org': { Orgs: [demo, { ...demo, id: 'berg', name: 'Berg Logistik', countryCode: 'DE' }], page_count: 1, total_records: 2 } };
});

afterEach(() => vi.unstubAllGlobals());

it('names countries instead of their codes', async () => {
  renderInRemote(<OrganisationsPage />, { granted: ['listOrgs'], role: 'SUPPORT_ADMIN' });
  expect(await screen.findByText('United Kingdom')).toBeVisible();
  expect(screen.getByText('Germany')).toBeVisible();
  expect(screen.queryByText('GB')).not.toBeInTheDocument();
});
