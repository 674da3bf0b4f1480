import { MemoryRouter } from '@outrider/sdk/router';
import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { FakeApi } from '../testing/api';
import { PermissionsPanel } from './permissions-panel';

const action = (name: string, description: string, ...default_roles: string[]) => ({ name, plugin: 'p', description, default_roles });
const areas = [{ area: 'vehicle', actions: [action('viewVehicle', 'See vehicles', 'FLEET_MANAGER', 'DRIVER'), action('deleteVehicle', 'Delete vehicles')] }];

let api: FakeApi;

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  api = new FakeApi();
  await api.install();
  api.answers = {
    'POST /permissions/actions': { areas },
    'GET /role': [{ name: 'FLEET_MANAGER', permissions: ['viewVehicle'] }, { name: 'DRIVER', permissions: [] }],
    'PUT /permissions/user': { users: [], excluded: 0 },
  };
});

afterEach(() => vi.unstubAllGlobals());

const InRouter = ({ at = '/' }: { at?: string }) => (
  <MemoryRouter initialEntries={[at]}>
    <PermissionsPanel />
  </MemoryRouter>
);

const show = () => renderInRemote(<InRouter />, { granted: ['updateUserPermissions', 'viewVehicle'], role: 'ORG_ADMIN' });

it('shows what each role may, marks what differs, and saves only after it has asked', async () => {
  const { user, container } = show();
  const matrix = within(await screen.findByRole('region', { name: 'Actions and who may do them' }));
  expect(await accessibilityProblems(container)).toEqual([]);
  const cell = matrix.getAllByRole('button', { name: 'Driver: Denied' })[0] as HTMLElement;
  expect(cell).toHaveClass('differs');
  await user.click(cell);
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Are you sure you want to proceed?' }));
  expect(api.bodiesOf('PUT /permissions/user')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(api.bodiesOf('PUT /permissions/user')[0]).toEqual({ role: 'DRIVER', allowed: ['viewVehicle'], denied: [] }));
});

it('explains the signs of the matrix by the same signs, not by colours alone', async () => {
  const { container } = show();
  await screen.findByRole('region', { name: 'Actions and who may do them' });
  expect(container.querySelectorAll('.perm-legend .perm-cell svg')).toHaveLength(4);
});

it('lets nobody grant what they lack', async () => {
  show();
  const matrix = within(await screen.findByRole('region', { name: 'Actions and who may do them' }));
  expect(matrix.getAllByRole('button', { name: 'Driver: Denied' })[1]).toBeDisabled();
});

it('says when it goes wrong', async () => {
  api.answers['GET /role'] = { status: 500, title: 'An error occurred.' };
  show();
  expect(await screen.findByText('Something went wrong')).toBeVisible();
});

it('counts what differs and what is not applied yet, and shows either alone', async () => {
  const { user } = show();
  const matrix = within(await screen.findByRole('region', { name: 'Actions and who may do them' }));
  expect(screen.getByRole('button', { name: 'Differs from the default 1' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Not applied yet/ })).not.toBeInTheDocument();
  await user.click(matrix.getAllByRole('button', { name: 'Driver: Denied' })[0] as HTMLElement);
  expect(screen.getByRole('button', { name: 'Differs from the default 0' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Not applied yet 1' }));
  expect(matrix.getByText('See vehicles')).toBeVisible();
  expect(matrix.queryByText('Delete vehicles')).not.toBeInTheDocument();
});

it('says by name who may do something, why, and offers to see the portal as they do', async () => {
  const person = { id: 'sam', email: 'sam@demo.test', Profile: { firstname: 'Sam', lastname: 'Hughes' }, Role: { name: 'FLEET_MANAGER' }, disabled: false };
  api.answers['GET /users'] = { Users: [person], page_count: 1, total_records: 1 };
  api.answers['GET /permissions/why/sam%40demo.test'] = { allowed: true, reasons: [{ step: 'enabled', holds: true, name: 'sam@demo.test' }, { step: 'granted', holds: true, name: 'viewVehicle' }] };
  api.answers['GET /tree'] = { id: 'demo', metadata: { label: 'Demo' }, nodes: [] };
  const { user } = renderInRemote(<InRouter />, { granted: ['updateUserPermissions', 'viewVehicle', 'listUsers', 'seePortalAs'], role: 'ORG_ADMIN' });
  await user.click(await screen.findByRole('button', { name: /^See vehicles/ }));
  const why = within(screen.getByRole('region', { name: 'Why may somebody do this?' }));
  await user.type(why.getByRole('combobox', { name: 'User (name or email)' }), 'sam hughes');
  expect(await why.findByText('Yes, Sam Hughes may do this')).toBeVisible();
  expect(why.getByText('Sam Hughes is active')).toBeVisible();
  expect(why.getByRole('button', { name: 'See the portal as this user' })).toBeVisible();
});

it('explains what somebody sees where their dialog led to it', async () => {
  api.answers['GET /users'] = { Users: [], page_count: 1, total_records: 0 };
  api.answers['GET /tree'] = { id: 'demo', metadata: { label: 'Demo' }, nodes: [] };
  api.answers['GET /permissions/why/sam%40demo.test'] = { allowed: true, reasons: [{ step: 'granted', holds: true, name: 'viewVehicle' }] };
  renderInRemote(<InRouter at="/user-management?tab=permissions&why=sam%40demo.test" />, { granted: ['updateUserPermissions', 'listUsers'], role: 'ORG_ADMIN' });
  const why = within(await screen.findByRole('region', { name: 'Why may somebody do this?' }));
  expect(why.getByText('See vehicles')).toBeVisible();
  expect(await why.findByText('Yes, sam@demo.test may do this')).toBeVisible();
});
