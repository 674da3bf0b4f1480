import { renderInRemote } from '@outrider/sdk/testing';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { FakeAlertsApi } from '../testing/fake-alerts';
import { DrivingEventsDashboard } from './dashboard';

let api: FakeAlertsApi;
const asked = () => api.asked.filter(({ call }) => call.endsWith('/elastic')).map(({ body }) => body as { query_type: string; start_timestamp: string; end_timestamp: string });

beforeEach(async () => {
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} }); // jsdom has none
  api = new FakeAlertsApi();
  await api.install();
});

afterEach(() => vi.unstubAllGlobals());

it('asks for an analysis of at most seven days, and offers no longer time', async () => {
  const { user } = renderInRemote(<DrivingEventsDashboard />);
  await waitFor(() => expect(asked()[0]).toMatchObject({ query_type: 'analysis', filters: expect.arrayContaining([{ attribute: 'kind', value: 'driving' }]) as unknown }));
  await user.click(screen.getByRole('button', { name: /Last 7 Days/ }));
  const shortcuts = ['Today', 'Yesterday', 'Last 7 Days', 'Last 30 Days', 'This Month', 'Last Month'].filter((name) => screen.queryByRole('button', { name }) !== null);
  expect(shortcuts).toEqual(['Today', 'Yesterday', 'Last 7 Days']);
  await user.click(screen.getByRole('button', { name: 'Yesterday' }));
  await waitFor(() => expect(asked().length).toBeGreaterThan(1));
  const { start_timestamp: start, end_timestamp: end } = asked().at(-1) ?? { start_timestamp: '', end_timestamp: '' };
  expect(Date.parse(end) - Date.parse(start)).toBeLessThanOrEqual(86_400_000);
});
