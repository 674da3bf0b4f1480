import { describe, expect, it } from 'vitest';

import { idsWithin, usersWithin, type Group } from '../api/tree';
import { visibleGroups } from './visible-groups';

const group = (label: string, ...groups: Group[]): Group => ({ id: label.toLowerCase(), label, groups, vehicles: 0, own: [] });
const root = group('Demo', group('North', group('Leeds'), group('York')), group('South', group('Dover')));
const labels = (closed: string[], typed: string) => visibleGroups(root, new Set(closed), typed).map(({ group: { label }, level }) => `${level} ${label}`);

describe('the tree of groups', () => {
  it('shows what is open', () => {
    expect(labels(['north'], '')).toEqual(['1 Demo', '2 North', '2 South', '3 Dover']);
  });

  it('finds groups by a part of their name, and shows the way there, also in what is closed', () => {
    expect(labels(['north'], 'yor')).toEqual(['1 Demo', '2 North', '3 York']);
    expect(visibleGroups(root, new Set(), 'yor').map(({ matches }) => matches)).toEqual([false, false, true]);
    expect(labels([], 'nowhere')).toEqual([]);
  });

  it('knows what lies within a group', () => {
    expect(idsWithin(root.groups[0] as Group)).toEqual(['north', 'leeds', 'york']);
  });

  it('counts the users of a group with those below it', () => {
    const people = new Map([['demo', 3], ['leeds', 2], ['dover', 1]].map(([id, users]) => [id as string, { users: users as number, scoped: 0 }]));
    expect([...usersWithin(root, people)].toSorted()).toEqual([['demo', 6], ['dover', 1], ['leeds', 2], ['north', 2], ['south', 1], ['york', 0]]);
  });
});
