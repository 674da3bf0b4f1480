import { FakeApi, renderInRemote } from '@outrider/sdk/testing';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import en from '../../locales/en.json';
import { EvWidget } from './ev-widget';

const totals = { vehicles: 1, distance_m: 160_000, used_kwh: 30, regenerated_kwh: 3, sessions: 1, added_kwh: 20, cost: 6, charging: 0, low: 0, short: 0 };

it.each([[[], 'in the place of that there is none'], [[{ vehicle_id: 'a', vehicle_name: 'CAR-034', group: 'Sale', distance_m: 160_000, regenerated_kwh: 3, sessions: 1, added_kwh: 20, charging: false, power_kw: 0, low: false, need_entered: false, enough: 'unknown', battery_kwh: 60 }], 'beside figures that are not complete']])('says that the past is being worked out, %#: %s', async (vehicles) => {
  const api = new FakeApi();
  await api.install('ev', en);
  api.answers = { 'POST /ev/usage': { vehicles, totals, before: totals, best: '', worst: '', setting: { low_percent: 20 }, past: { complete: false, share: 0.4 } } };
  renderInRemote(<EvWidget days={14} />, { granted: ['createEvUsageReport'] });
  expect(await screen.findByText(/being processed: 40%/)).toBeVisible();
  expect(screen.queryByText(en.empty)).not.toBeInTheDocument();
});
