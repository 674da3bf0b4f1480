import { describe, expect, it } from 'vitest';

import { aFleetVehicle, now } from '../testing/fleet';
import { comparator, filterVehicles, noFilter, SORTS, type ListFilter } from './list-view';

const vehicles = [
  aFleetVehicle(1, 'MOVING', { name: 'HGV-017', lastSeen: now - 3000, speedKmh: 88, key: 'PN71 KXD' }),
  aFleetVehicle(2, 'IDLING', { name: 'VAN-2', makeModel: 'Škoda Enyaq', lastSeen: now - 1000, speedKmh: 0, place: 'Trafford Park depot' }),
  aFleetVehicle(3, 'OFFLINE', { name: 'VAN-10', lastSeen: undefined, speedKmh: undefined, position: undefined, place: '' }),
];

describe('filtering', () => {
  it.each<[string, Partial<ListFilter>, string[]]>([
    ['nothing', {}, ['HGV-017', 'VAN-2', 'VAN-10']],
    ['a part of the name', { text: 'van' }, ['VAN-2', 'VAN-10']],
    ['a number plate without its space', { text: 'pn71kxd' }, ['HGV-017']],
    ['a make without its accent', { text: 'skoda' }, ['VAN-2']],
    ['two words in any order', { text: 'depot traff' }, ['VAN-2']],
    ['states', { statuses: new Set(['MOVING', 'OFFLINE']) }, ['HGV-017', 'VAN-10']],
    ['those online', { onlineOnly: true }, ['HGV-017', 'VAN-2']],
    ['a box', { area: { south: 53.405, north: 53.415, west: -3, east: -2 } }, ['HGV-017']],
  ])('by %s', (_name, filter, want) => {
    expect(filterVehicles(vehicles, { ...noFilter, ...filter }).map(({ name }) => name)).toEqual(want);
  });
});

describe('sorting', () => {
  it.each([
    ['lastUpdate', ['VAN-2', 'HGV-017', 'VAN-10']],
    ['name', ['HGV-017', 'VAN-2', 'VAN-10']],
    ['speed', ['HGV-017', 'VAN-2', 'VAN-10']],
    ['status', ['HGV-017', 'VAN-2', 'VAN-10']],
  ] as const)('by %s', (sort, want) => {
    expect([...vehicles].reverse().sort(comparator(sort)).map(({ name }) => name)).toEqual(want);
  });

  it('never calls two vehicles equal', () => {
    for (const sort of SORTS) expect(comparator(sort)(aFleetVehicle(1, 'MOVING'), aFleetVehicle(2, 'MOVING'))).not.toBe(0);
  });
});
