import { accessibilityProblems, FakeApi, renderInRemote } from '@outrider/sdk/testing';
import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import en from '../../locales/en.json';
import type { EvRow } from '../api/ev';
import { SessionsCard } from './sessions-card';

const session = { id: 's', vehicle_id: 'a', vehicle_name: 'CAR-027', start: '2026-11-22T20:00:00Z', end: '2026-11-22T21:00:00Z', goes_on: false, energy_kwh: 33, peak_kw: 50, place: 'Crewe' };
const range = { from: '2026-11-22T00:00:00Z', to: '2026-11-23T00:00:00Z' };
const shown = [{ vehicle_id: 'a' }, { vehicle_id: 'b' }] as EvRow[];

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('lists sessions, and draws the newest one, then the one that is chosen', async () => {
  const api = new FakeApi();
  await api.install('ev', en);
  api.answers = {
    'GET /ev/sessions': { sessions: [{ ...session, id: 'newer', vehicle_id: 'b', vehicle_name: 'VAN-118' }, session] },
    'GET /ev/vehicles/b/curve': { points: [[Date.parse(session.start), 11, 40], [Date.parse(session.end), 11, 60]] },
    'GET /ev/vehicles/a/curve': { points: [[Date.parse(session.start), 50, 20], [Date.parse(session.end), 50, 80]] },
  };
  const { container, user } = renderInRemote(<SessionsCard range={range} shown={shown} currency="GBP" />, { granted: ['createEvUsageReport'] });
  const name = await screen.findByRole('button', { name: 'CAR-027' });
  expect(await screen.findByText(/^Charging of VAN-118/)).toBeVisible();
  expect(name).toHaveAttribute('aria-pressed', 'false');
  await user.click(name);
  expect(await screen.findByText(/^Charging of CAR-027/)).toBeVisible();
  expect(name).toHaveAttribute('aria-pressed', 'true');
  expect(await accessibilityProblems(container)).toEqual([]);
});
