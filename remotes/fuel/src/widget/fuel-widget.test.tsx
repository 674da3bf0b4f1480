import { FakeApi, renderInRemote } from '@outrider/sdk/testing';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import en from '../../locales/en.json';
import { FuelWidget } from './fuel-widget';

const totals = { vehicles: 1, distance_m: 160_000, used_l: 48, l_per_100km: 30, idle_s: 600, idle_l: 1, idle_cost: 1.3, co2_kg: 128.64, refuels: 1, refuelled_l: 200, thefts: 0, stolen_l: 0 };

it.each([[[], 'in the place of that there is none'], [[{ group: 'North', fuel: 'diesel', idle_s: 300, idle_l: 0.5, refuels: 0, refuelled_l: 0, thefts: 0, stolen_l: 0, by_level: false, vehicle_id: 'a', vehicle_name: 'HGV-1', distance_m: 100_000, used_l: 34, l_per_100km: 34 }], 'beside figures that are not complete']])('says that the past is being worked out, %#: %s', async (vehicles) => {
  const api = new FakeApi();
  await api.install('fuel', en);
  api.answers = { 'POST /fuel/usage': { vehicles, totals, before: totals, compared: true, best: '', worst: '', prices: [], past: { complete: false, share: 0.4 } } };
  renderInRemote(<FuelWidget days={14} />, { granted: ['createFuelUsageReport'] });
  expect(await screen.findByText(/being processed: 40%/)).toBeVisible();
  expect(screen.queryByText(en.empty)).not.toBeInTheDocument();
});
