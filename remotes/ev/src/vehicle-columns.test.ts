import { aShellInfo, FakeApi } from '@outrider/sdk/testing';
import { setShellInfo } from '@outrider/sdk';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import en from '../locales/en.json';
import { vehicleColumns } from './vehicle-columns';

const row = {
  group: 'North', distance_m: 1, regenerated_kwh: 0, sessions: 0, added_kwh: 0, charging: false, power_kw: 0, low: false, need_entered: false, enough: 'unknown', battery_kwh: 60,
};
const totals = { vehicles: 4, distance_m: 1, used_kwh: 1, regenerated_kwh: 0, sessions: 0, added_kwh: 0, cost: 0, charging: 1, low: 1, short: 0 };
const vehicles = [
  { ...row, vehicle_id: 'a', vehicle_name: 'EV-1', soc_percent: 78 },
  { ...row, vehicle_id: 'b', vehicle_name: 'EV-2', soc_percent: 12, low: true },
  { ...row, vehicle_id: 'c', vehicle_name: 'EV-3', soc_percent: 12, low: true, charging: true },
  { ...row, vehicle_id: 'd', vehicle_name: 'EV-4' },
];

afterEach(() => vi.unstubAllGlobals());

describe('the state of charge in the list of vehicles', () => {
  let api: FakeApi;
  beforeEach(async () => {
    setShellInfo(aShellInfo({ granted: ['createEvUsageReport'] }));
    api = new FakeApi();
    api.answers['POST /ev/usage'] = { vehicles, totals, before: totals, best: '', worst: '', past: { complete: true, share: 1 }, setting: { low_percent: 20 } };
    await api.install('ev', en);
  });

  it('is asked of the page’s vehicles alone, and says who charges and who is low', async () => {
    const [column] = await vehicleColumns();
    const cells = await column?.load(['a', 'b', 'c', 'd'], new AbortController().signal);
    expect(column?.label).toBe('State of charge');
    expect(cells).toEqual({ a: { text: '78%' }, b: { text: '12%', tone: 'warn' }, c: { text: '12%, charging' } });
    expect(api.bodiesOf('POST /ev/usage')[0]).toMatchObject({ vehicle_ids: ['a', 'b', 'c', 'd'] });
  });
});
