import { accessibilityProblems, renderInRemote, type FakeCall } from '@outrider/sdk/testing';
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { FakeApi } from '../testing/api';
import { GroupsEditor } from './groups-editor';

const vehicle = (id: string) => ({ id, vehicle_name: id.toUpperCase() });
const tree = { id: 'demo', metadata: { label: 'Demo' }, vehicleArray: [vehicle('v1'), vehicle('v2'), vehicle('v3')], nodes: [{ id: 'depot', metadata: { label: 'Depot' }, vehicleArray: [vehicle('v4')], nodes: [] }] };
const ann = { id: 'u1', email: 'ann@demo.test', disabled: false, Node: { id: 'demo' }, Role: { name: 'FLEET_MANAGER' }, Profile: { firstname: 'Ann', lastname: 'Lee' } };
const usersOf = (users: object[], total = users.length) => ({ Users: users, page_count: 1, total_records: total });
const granted = ['listGroups', 'listUsers', 'moveUserToGroup', 'moveVehicleToGroup', 'modifyGroup'];
let api: FakeApi;

beforeEach(async () => {
  api = new FakeApi();
  await api.install();
  Element.prototype.scrollTo = () => {}; // jsdom has no layout
  api.answers = {
    'GET /tree': tree,
    'GET /tree/users': { Groups: [{ id: 'demo', users: 1, scoped: 1 }] },
    'GET /users': ({ query }: FakeCall) => usersOf(query.getAll('filter').some((one) => one.includes('demo')) ? [ann] : []),
    'POST /tree/nodes/depot/users': ann,
  };
});

afterEach(() => vi.unstubAllGlobals());

/** Drags one thing onto another, as a mouse does. */
function dragOnto(what: HTMLElement, target: HTMLElement) {
  const kept = new Map<string, string>();
  const dataTransfer = { setData: (type: string, text: string) => kept.set(type, text), getData: (type: string) => kept.get(type) ?? '', effectAllowed: '', get types() { return [...kept.keys()]; } };
  for (const [element, name] of [[what, 'dragStart'], [target, 'dragOver'], [target, 'drop']] as const) {
    fireEvent(element, Object.assign(createEvent[name](element), { dataTransfer }));
  }
}

const show = () => renderInRemote(<GroupsEditor onPeople={() => undefined} />, { granted });

/** Chooses the group below the root in the dialog that asks for one, by the keyboard. */
async function choose(user: UserEvent, title: string, group: string) {
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  await dialog.findByRole('treeitem', { name: new RegExp(group) });
  dialog.getByRole('tree').focus();
  await user.keyboard('{ArrowDown} ');
  await user.click(dialog.getByRole('button', { name: 'OK' }));
}

it('drags a user to a group, and says before what they will see', async () => {
  const { container, user } = show();
  const row = (await screen.findByRole('checkbox', { name: /Ann Lee/ })).closest('li');
  expect(row).toHaveAttribute('draggable', 'true');
  expect(await accessibilityProblems(container)).toEqual([]);
  dragOnto(row as HTMLElement, screen.getByRole('treeitem', { name: /Depot/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move Ann Lee to Depot?' }));
  expect(await dialog.findByText('4 → 1 vehicle')).toBeVisible();
  expect(api.changes()).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Move' }));
  expect(api.changes()).toEqual(['POST /tree/nodes/depot/users']);
  expect(api.bodiesOf('POST /tree/nodes/depot/users')).toEqual([{ user_id: 'u1' }]);
});

it('searches the users of a large group on the server, shows them page by page, and moves those ticked on any of them', async () => {
  const many = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => ({ ...ann, id: `u${from + n}`, email: `u${from + n}@demo.test`, Profile: { firstname: 'Ann', lastname: `No ${from + n}` } }));
  api.answers['GET /users'] = ({ query }: FakeCall) => {
    const page = { '1': many(0, 100), '2': many(100, 120) }[query.get('page_num') ?? '1'] ?? [];
    return query.get('q') ? usersOf([{ ...ann, id: 'u9999', Profile: { firstname: 'Zoe', lastname: 'Last' } }], 1) : { Users: page, page_count: 2, total_records: 120 };
  };
  const { user } = show();
  await user.click(await screen.findByRole('checkbox', { name: /Ann No 0/ }));
  expect(screen.getByRole('heading', { name: '120 users in this group' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull());
  await user.type(screen.getByRole('searchbox', { name: 'Search users' }), 'zoe');
  await user.click(await screen.findByRole('checkbox', { name: /Zoe Last/ }));
  expect(screen.getByRole('heading', { name: '120 users in this group' })).toBeVisible();
  expect(api.calls.findLast(({ call }) => call === 'GET /users')?.query.get('q')).toBe('zoe');
  await user.click(screen.getByRole('button', { name: 'Move 2 users to…' }));
  await choose(user, 'Move 2 users to…', 'Depot');
  expect(await screen.findByRole('dialog', { name: 'Move 2 users to Depot?' })).toBeVisible();
});

it('moves users and vehicles by the keyboard alone', async () => {
  const { user } = show();
  const tick = await screen.findByRole('checkbox', { name: /Ann Lee/ });
  tick.focus();
  await user.keyboard(' ');
  screen.getByRole('button', { name: 'Move 1 user to…' }).focus();
  await user.keyboard('{Enter}');
  await choose(user, 'Move 1 user to…', 'Depot');
  const dialog = await screen.findByRole('dialog', { name: 'Move Ann Lee to Depot?' });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(api.changes()).toEqual([]);
  screen.getByRole('checkbox', { name: 'V1' }).focus();
  await user.keyboard(' ');
  expect(screen.getByRole('button', { name: 'Move 1 vehicle to…' })).toBeVisible();
});
