import { expect, it } from 'vitest';

import type { Group } from '../api/tree';
import { effectOf, parentsOf, wayTo } from './group-effects';

const group = (id: string, ...groups: Group[]): Group => ({ id, label: id, groups, vehicles: 0, own: [] });
const root = group('demo', group('north', group('leeds')), group('south', group('dover')));
const people = new Map([
  ['demo', { users: 3, scoped: 1 }],
  ['north', { users: 4, scoped: 2 }],
  ['leeds', { users: 9, scoped: 8 }],
  ['south', { users: 5, scoped: 5 }],
]);

it('says who sees more and who sees less: those above the new place, and those above the old one', () => {
  expect(effectOf(root, people, 14, 'north', 'dover')).toEqual({ vehicles: 14, more: 5, less: 2 });
  expect(effectOf(root, people, 14, 'leeds', 'north')).toEqual({ vehicles: 14, more: 0, less: 8 });
  expect(effectOf(root, people, 0, 'north', 'south')).toEqual({ vehicles: 0, more: 0, less: 0 });
});

it('knows the way to a group and its parent', () => {
  expect(wayTo(root, 'dover').map(({ id }) => id)).toEqual(['demo', 'south', 'dover']);
  expect(wayTo(root, 'nowhere')).toEqual([]);
  expect(parentsOf(root).get('leeds')?.id).toBe('north');
});
