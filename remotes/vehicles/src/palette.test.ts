import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { askedFor, commands, matching } from './palette';
import { aVehicleRecord } from './testing/fleet';
import { FakeFleetApi } from './testing/screen';

beforeEach(async () => new FakeFleetApi().install());
afterEach(() => vi.unstubAllGlobals());

describe('vehicles in the command palette', () => {
  it('are found by their parts, those that begin so first', () => {
    const fleet = [aVehicleRecord(1, { vehicle_name: 'OLD HGV', key: 'AB12 CDE' }), aVehicleRecord(2), aVehicleRecord(10, { key: 'X', make: 'DAF' })];
    expect(matching(fleet, 'hgv').map(({ id }) => id)).toEqual(['v2', 'v10', 'v1']);
    expect(matching(fleet, 'ab12cde').map(({ id }) => id)).toEqual(['v1']);
    expect(matching(fleet, 'daf hgv').map(({ id }) => id)).toEqual(['v10']);
    expect(matching(fleet, 'boat')).toEqual([]);
  });

  it('are told from what is to be done with them', () => {
    const fleet = [aVehicleRecord(2), aVehicleRecord(10)];
    const asked = (text: string) => {
      const { found, doing } = askedFor(fleet, text);
      return [found.map(({ id }) => id), doing];
    };
    expect(asked('hgv-002 live')).toEqual([['v2'], 'live']);
    expect(asked('live hgv 010')).toEqual([['v10'], 'live']);
    expect(asked('hgv 002')).toEqual([['v2'], '']);
    expect(asked('nothing here')).toEqual([[], '']);
  });

  it('lead to the map', async () => {
    const [first] = await commands.search('HGV-003', new AbortController().signal);
    expect(first).toEqual({ id: 'vehicle v3', label: 'HGV-003', hint: 'PN71 KXC · Scania R450', icon: 'truck', path: '/map-view?vehicle_id=v3' });
    expect(commands.title()).toBe('Vehicles');
  });
});
