import { accessibilityProblems, FakeApi, renderInRemote } from '@outrider/sdk/testing';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import en from '../../locales/en.json';
import { FuelPage } from './fuel-page';

const totals = { vehicles: 2, distance_m: 160_000, used_l: 48, l_per_100km: 30, idle_s: 600, idle_l: 1, idle_cost: 1.3, co2_kg: 128.64, refuels: 1, refuelled_l: 200, thefts: 1, stolen_l: 40 };
const row = { group: 'North', fuel: 'diesel', idle_s: 300, idle_l: 0.5, refuels: 0, refuelled_l: 0, thefts: 0, stolen_l: 0, by_level: false };
const usage = {
  vehicles: [
    { ...row, vehicle_id: 'a', vehicle_name: 'HGV-1', distance_m: 100_000, used_l: 34, l_per_100km: 34, thefts: 1, stolen_l: 40 },
    { ...row, vehicle_id: 'b', vehicle_name: 'HGV-2', distance_m: 60_000, used_l: 14, l_per_100km: 23.3 },
  ],
  totals, before: { ...totals, used_l: 60 }, compared: true, best: 'b', worst: 'a', past: { complete: true, share: 1 }, prices: [{ fuel: 'diesel', per_l: 1.3, currency: 'GBP' }],
};
const tank = { tank_l: 400, assumed: true, points: [], events: [{ id: 'e', kind: 'theft', at: '2026-11-22T22:22:00Z', end: '2026-11-22T22:23:00Z', litres: 40, before_percent: 45, after_percent: 35, certainty: 0.96, ignition: false, place: 'Bowdon', dismissed: false }] };

let api: FakeApi;

/** Answers as the plugin does. */
function answer(status: number, list = usage) {
  const failure = { status, title: 'down' };
  api.answers = {
    'POST /fuel/usage': status === 200 ? list : failure,
    'GET /fuel/vehicles/a/tank': tank,
    'GET /fuel/vehicles/b/tank': tank,
    'PUT /fuel/vehicles/a': { status: 204 },
  };
}

beforeEach(async () => {
  api = new FakeApi();
  await api.install('fuel', en);
});

describe('fuel usage', () => {
  it('shows a row a vehicle, the best and the worst, and what happened to the tank that lost something', async () => {
    answer(200);
    const { container, user } = renderInRemote(<FuelPage />, { granted: ['createFuelUsageReport', 'editFuelSettings'] });
    const worst = await screen.findByRole('row', { name: /HGV-1/ });
    expect(within(worst).getByText('Worst')).toBeVisible();
    expect(within(screen.getByRole('row', { name: /HGV-2/ })).getByText('Best')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Not theft' })).toBeVisible();
    expect(screen.getByText(/Bowdon/)).toBeVisible();
    expect(screen.getByText('12.1 mpg')).toBeVisible(); // the best, with its unit
    expect(within(screen.getByRole('row', { name: /^2 vehicles/ })).getByText('1 · 8.8 gal')).toBeVisible(); // what all come to
    const opened = vi.spyOn(window.history, 'pushState');
    await user.click(screen.getByRole('button', { name: 'Show on the track' }));
    expect(opened.mock.calls.map(([, , url]) => url)).toContain(`/tracking?id=a&at=${Date.parse('2026-11-22T22:22:00Z')}`);
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('leads whom may schedule its report to a new schedule of it', async () => {
    answer(200);
    api.answers['GET /contributions'] = { report_types: [{ plugin: 'fuel', id: 'fuel-usage', title: { en: 'Fuel usage' }, may_schedule: true, columns: [] }], tracking_tables: [] };
    const { user } = renderInRemote(<FuelPage />, { granted: ['createFuelUsageReport', 'scheduleReports'] });
    await user.click(await screen.findByRole('button', { name: 'Schedule this' }));
    expect(`${location.pathname}${location.search}`).toBe('/scheduled-reports?new=fuel-usage');
  });

  it('says that the past is being worked out in the place of that there is none', async () => {
    answer(200, { ...usage, vehicles: [], past: { complete: false, share: 0.4 } });
    renderInRemote(<FuelPage />, { granted: ['createFuelUsageReport'] });
    expect(await screen.findByText(/being processed: 40%/)).toBeVisible();
    expect(screen.queryByText('No fuel readings in this period')).not.toBeInTheDocument();
  });

  it('compares with the time before only where that is known', async () => {
    answer(200, { ...usage, compared: false });
    renderInRemote(<FuelPage />, { granted: ['createFuelUsageReport'] });
    expect((await screen.findAllByText(/^No comparison/)).length).toBe(3);
    expect(screen.queryByText(/-20/)).not.toBeInTheDocument();
  });

  it('takes the size of a tank from who may say it', async () => {
    answer(200);
    const { user } = renderInRemote(<FuelPage />, { granted: ['createFuelUsageReport', 'editFuelSettings'] });
    await user.click(await screen.findByRole('button', { name: 'Set tank size' }));
    await user.type(await screen.findByLabelText(/The tank holds/), '390');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(api.bodiesOf('PUT /fuel/vehicles/a')).toContainEqual({ tank_l: expect.closeTo(390 * 4.54609, 0) as number }));
  });

  it('says when it cannot load, when there is nothing, and when it is not allowed', async () => {
    answer(500);
    const failed = renderInRemote(<FuelPage />, { granted: ['createFuelUsageReport'] });
    expect(await screen.findByText('Could not load data.')).toBeVisible();
    failed.unmount();
    answer(200, { ...usage, vehicles: [] });
    const empty = renderInRemote(<FuelPage />, { granted: ['createFuelUsageReport'] });
    expect(await screen.findByText('No fuel readings in this period')).toBeVisible();
    empty.unmount();
    renderInRemote(<FuelPage />, { granted: [] });
    expect(screen.getByText('You do not have permission to see this')).toBeVisible();
  });
});
