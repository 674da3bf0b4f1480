import { aShellInfo } from '@outrider/sdk/testing';
import { expect, test } from 'vitest';

import { ownGroup } from './own-group';

test('is what the host calls the group of the user, and none for who works in the whole organisation', () => {
  const { session } = aShellInfo();
  expect(ownGroup(session)).toBe('North West');
  expect(ownGroup({ ...session, user: { ...session.user, Node: { id: session.Org.id }, user_group: session.Org.name } })).toBeUndefined();
});
