import { accessibilityProblems, FakeApi, renderInRemote } from '@outrider/sdk/testing';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import en from '../../locales/en.json';
import type { EvRow } from '../api/ev';
import { RangeCard } from './range-card';

const row = {
  vehicle_id: 'a', vehicle_name: 'CAR-034', group: 'Sale', distance_m: 0, regenerated_kwh: 0, sessions: 0, added_kwh: 0, charging: false, power_kw: 0, low: false, need_entered: false, battery_kwh: 60, soc_percent: 30,
  enough: 'unknown',
} satisfies EvRow;
const rows: EvRow[] = [
  { ...row, vehicle_id: 'no', vehicle_name: 'CAR-029', range_m: 98_000 },
  { ...row, vehicle_id: 'far', vehicle_name: 'CAR-031', range_m: 228_000, need_m: 154_000, leaves_at: '2026-11-23T07:30:00Z', enough: 'enough' },
  { ...row, vehicle_id: 'short', range_m: 77_000, need_m: 119_000, need_kwh: 12.6, enough: 'short' },
  { ...row, vehicle_id: 'charging', vehicle_name: 'VAN-118', range_m: 170_000, need_m: 190_000, need_kwh: 8, charging: true, power_kw: 11, enough: 'short', enough_at: '2026-11-22T15:45:00Z', full_at: '2026-11-22T17:30:00Z' },
  { ...row, vehicle_id: 'beyond', vehicle_name: 'VAN-126', range_m: 50_000, need_m: 500_000, need_kwh: 180, enough: 'short' },
];

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('holds the range of each vehicle against its need, the shortest first, and says what is to be charged', async () => {
  await new FakeApi().install('ev', en);
  const onDay = vi.fn();
  const { container, user } = renderInRemote(<RangeCard rows={rows} day="today" onDay={onDay} />, { granted: ['editEvSettings'] });
  const lines = screen.getAllByRole('row').slice(1);
  expect(lines.map((line) => within(line).getAllByRole('cell')[0]?.textContent)).toEqual(['VAN-126', 'CAR-034', 'VAN-118', 'CAR-031', 'CAR-029']);
  const says = ['Short by 280 mi', 'Short by 26 mi', 'Enough by 15:45', 'Enough', 'No plan'];
  const follows = ['More than a full battery', 'Charge 13 kWh', 'full at 17:30', '46 mi left', ''];
  expect(lines.map((line) => within(line).getAllByRole('cell').slice(-2).map(({ textContent }) => textContent))).toEqual(says.map((said, index) => [said, follows[index]]));
  expect(within(lines[3] as HTMLElement).getByText('07:30')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Tomorrow' }));
  expect(onDay).toHaveBeenCalledWith('tomorrow');
  expect(await accessibilityProblems(container)).toEqual([]);
});

it('lets nobody change a need without the permission', async () => {
  await new FakeApi().install('ev', en);
  renderInRemote(<RangeCard rows={rows} day="today" onDay={() => {}} />, { granted: [] });
  expect(screen.queryByRole('button', { name: /Daily need of/ })).toBeNull();
});
