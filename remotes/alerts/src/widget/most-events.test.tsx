import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { FakeAlertsApi } from '../testing/fake-alerts';
import { MostEvents } from './most-events';

const granted = ['listAlerts'];
let api: FakeAlertsApi;

beforeEach(async () => {
  api = new FakeAlertsApi();
  await api.install();
});

afterEach(() => vi.restoreAllMocks());

it('ranks vehicles and drivers, with what they had before', async () => {
  api.ranking = [{ id: 'v1', name: 'TIP-005', driver_name: 'Marek Kowalski', alerts: 29, alerts_before: 21 }, { id: 'v2', name: 'VAN-104', driver_name: '', alerts: 2, alerts_before: 5 }];
  const { container, user } = renderInRemote(<MostEvents days={14} />, { granted });
  expect(await screen.findByRole('button', { name: /TIP-005 Marek Kowalski 29 alerts \+8/ })).toBeVisible();
  expect(screen.getByRole('button', { name: /VAN-104 2 alerts −3/ })).toBeVisible();
  expect(await accessibilityProblems(container)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Drivers' }));
  await vi.waitFor(() => expect(api.asked.at(-1)?.body).toMatchObject({ by: 'driver' }));
});

it('says that nobody had any', async () => {
  renderInRemote(<MostEvents days={1} />, { granted });
  expect(await screen.findByText('No alerts today')).toBeVisible();
});
