import { expect, it } from 'vitest';

import { cellOf, changesOf, countOf, roleColumn, toggled, usersColumn, type Staged } from './staged';

const none: Staged = new Map();
const person = (id: string, denied: string[]) => ({
  id, name: id, email: `${id}@demo.test`, Role: { name: 'DRIVER' }, user_permission_document: { allowed: [], denied }, role_permission_document: { allowed: ['see', 'export'], denied: ['fly'] },
});

it('stages what differs from what is there, and forgets what is turned back', () => {
  const role = roleColumn('DRIVER', 'Driver', ['see']);
  const one = toggled(toggled(none, role, 'see'), role, 'fly');
  expect(changesOf(one, role)).toEqual({ allowed: ['fly'], denied: ['see'] });
  expect(countOf(one)).toBe(2);
  expect(cellOf(one, role, 'see')).toEqual({ cell: 'no', isStaged: true });
  expect(toggled(toggled(one, role, 'see'), role, 'fly').size).toBe(0);
});

it('shows several people as one, and lets both answers be given where they differ', () => {
  const people = usersColumn('all', 'All', [person('a', ['export']), person('b', [])], { node: 'demo', role: 'DRIVER' });
  expect(['see', 'export', 'fly'].map(people.cell)).toEqual(['yes', 'mixed', 'no']);
  expect(people.within?.has('fly')).toBe(false);
  const allowed = toggled(none, people, 'export');
  expect(changesOf(allowed, people)).toEqual({ allowed: ['export'], denied: [] });
  expect(changesOf(toggled(allowed, people, 'export'), people)).toEqual({ allowed: [], denied: ['export'] });
});

it('marks what differs from the default', () => {
  const action = { name: 'see', plugin: 'p', description: '', default_roles: ['DRIVER'] };
  const role = roleColumn('DRIVER', 'Driver', []);
  expect(role.differs(action, 'no')).toBe(true);
  expect(role.differs(action, 'yes')).toBe(false);
});
