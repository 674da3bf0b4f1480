import { addMessages } from '@outrider/sdk';
import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { createEvent, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import en from '../../locales/en.json';
import { GroupsEditor } from './groups-editor';

const vehicle = (id: string) => ({ id, vehicle_name: id.toUpperCase() });
const tree = { id: 'demo', metadata: { label: 'Demo' }, vehicleArray: [vehicle('v1'), vehicle('v2'), vehicle('v3')], nodes: [{ id: 'depot', metadata: { label: 'Depot' }, vehicleArray: [vehicle('v4')], nodes: [] }] };
const ann = { id: 'u1', email: 'ann@demo.test', disabled: false, Node: { id: 'demo' }, Role: { name: 'FLEET_MANAGER' }, Profile: { firstname: 'Ann', lastname: 'Lee' } };
const granted = ['listGroups', 'listUsers', 'moveUserToGroup', 'moveVehicleToGroup', 'modifyGroup'];
let sent: string[];

beforeEach(async () => {
  sent = [];
  await addMessages('users', async () => en);
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    const { pathname, searchParams } = new URL(url, 'http://test');
    if (method !== 'GET') {
      sent.push(`${method} ${pathname.replace(/^.*\/tree/, '')} ${String(body)}`);
      return Response.json(ann);
    }
    if (pathname.endsWith('/users') && !pathname.endsWith('/tree/users')) {
      const isRoot = searchParams.getAll('filter').some((one) => one.includes('demo'));
      return Response.json({ Users: isRoot ? [ann] : [], page_count: 1, total_records: isRoot ? 1 : 0 });
    }
    return Response.json(pathname.endsWith('/tree/users') ? { Groups: [{ id: 'demo', users: 1, scoped: 1 }] } : tree);
  });
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

it('drags a user to a group, and says before what they will see', async () => {
  const { container, user } = show();
  const row = (await screen.findByRole('checkbox', { name: /Ann Lee/ })).closest('li');
  expect(row).toHaveAttribute('draggable', 'true');
  expect(await accessibilityProblems(container)).toEqual([]);
  dragOnto(row as HTMLElement, screen.getByRole('treeitem', { name: /Depot/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move Ann Lee to Depot?' }));
  expect(await dialog.findByText('4 → 1 vehicles')).toBeVisible();
  expect(sent).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Move' }));
  expect(sent).toEqual(['POST /nodes/depot/users {"user_id":"u1"}']);
});

it('moves users and vehicles by the keyboard alone', async () => {
  const { user } = show();
  const tick = await screen.findByRole('checkbox', { name: /Ann Lee/ });
  tick.focus();
  await user.keyboard(' ');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Move 1 user to…' }), 'depot');
  const dialog = await screen.findByRole('dialog', { name: 'Move Ann Lee to Depot?' });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(sent).toEqual([]);
  screen.getByRole('checkbox', { name: 'V1' }).focus();
  await user.keyboard(' ');
  expect(screen.getByRole('combobox', { name: 'Move 1 vehicle to…' })).toBeVisible();
});
