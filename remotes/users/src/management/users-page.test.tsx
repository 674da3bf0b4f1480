import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { FakeApi } from '../testing/api';
import { UsersPage } from './users-page';

const person = {
  id: 'u2', email: 'sam@demo.test', user_group: 'Crewe depot', organisation: 'Demo', Role: { name: 'FLEET_MANAGER' }, Profile: { firstname: 'Sam', lastname: 'Hughes' }, disabled: false,
  last_seen: null, version: 4, Node: { id: 'crewe' }, telephone: '', mobile: '',
};
const tree = { id: 'demo', metadata: { label: 'Demo' }, nodes: [{ id: 'crewe', metadata: { label: 'Crewe depot' }, nodes: [] }] };
const may = ['listUsers', 'createUser', 'updateUserProfile', 'updateUserRole', 'updateUserStatus', 'moveUserToGroup', 'listGroups'];

let api: FakeApi;

beforeEach(async () => {
  history.replaceState(null, '', '/user-management');
  vi.spyOn(console, 'error').mockImplementation(() => {});
  api = new FakeApi();
  await api.install();
  api.answers = {
    'GET /tree/vehicles': { Groups: [{ id: 'crewe', vehicles: 1200 }] },
    'GET /users': { Users: [person], page_count: 1, total_records: 1 }, 'GET /user/u2': person, 'GET /tree': tree,
    'GET /role': ['ORG_ADMIN', 'GROUP_ADMIN', 'FLEET_MANAGER', 'DRIVER'].map((name) => ({ name, permissions: [] })),
    'GET /invite': { Invites: [], page_count: 0, total_records: 0 },
    'GET /users/u2/two-step': { app: false, recovery_codes: 0, passkeys: [], required: false },
  };
});

afterEach(() => vi.unstubAllGlobals());

const bodiesOf = (call: string) => api.bodiesOf(call);

describe('the users of an organisation', () => {
  it('are listed accessibly, with what may be done', async () => {
    const { container, user } = renderInRemote(<UsersPage />, { granted: may, role: 'ORG_ADMIN' });
    expect(await screen.findByText('Sam Hughes')).toBeVisible();
    expect(screen.getByText('Crewe depot')).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
    expect(screen.queryByRole('tab', { name: 'Activity' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: 'Invites' }));
    expect(location.search).toBe('?tab=invites');
  });

  it('are listed with their address below the name, and with what each sees', async () => {
    const of = (id: string, role: string) => ({ ...person, id, email: `${id}@demo.test`, Role: { name: role }, own_vehicles: 2 });
    api.answers['GET /users'] = { Users: [of('ann', 'ORG_ADMIN'), of('ben', 'FLEET_MANAGER'), of('cas', 'DRIVER')], page_count: 1, total_records: 3 };
    renderInRemote(<UsersPage />, { granted: may, role: 'ORG_ADMIN' });
    expect(await screen.findByText('1,200 vehicles')).toBeVisible();
    expect(screen.getByRole('columnheader', { name: /^Sees/ })).toBeVisible();
    expect(screen.queryByRole('columnheader', { name: /^Email/ })).toBeNull();
    expect(screen.getByText('ben@demo.test')).toBeVisible();
    expect(screen.getByText('All vehicles')).toBeVisible();
    expect(screen.getByText('2 own vehicles')).toBeVisible();
  });

  it('are listed also while nobody can count the vehicles', async () => {
    api.answers['GET /tree/vehicles'] = { status: 503, title: 'Not now.' };
    renderInRemote(<UsersPage />, { granted: may, role: 'ORG_ADMIN' });
    expect(await screen.findByText('Sam Hughes')).toBeVisible();
  });

  it('have chips for what they are often filtered by', async () => {
    const { user } = renderInRemote(<UsersPage />, { granted: may, role: 'ORG_ADMIN' });
    await screen.findByText('Sam Hughes');
    await user.click(screen.getByRole('button', { name: 'Filters: State' }));
    const panel = within(await screen.findByRole('dialog', { name: 'State' }));
    await user.click(panel.getByRole('button', { name: 'Apply' }));
    expect(new URLSearchParams(location.search).getAll('filter')).toEqual(['disabled:eq:true']);
    expect(await screen.findByRole('button', { name: 'Edit filter: State is Disabled' })).toBeVisible();
  });

  it('say in their dialog what they see, and lead to why', async () => {
    history.replaceState(null, '', '/user-management?user=u2');
    renderInRemote(<UsersPage />, { granted: [...may, 'updateUserPermissions'], role: 'ORG_ADMIN' });
    const dialog = within(await screen.findByRole('dialog', { name: 'Sam Hughes' }));
    expect(await dialog.findByText('Sees: 1,200 vehicles')).toBeVisible();
    expect(dialog.getByRole('link', { name: 'Why?' })).toHaveAttribute('href', '/user-management?tab=permissions&why=sam%40demo.test');
  });

  it('are listed with how they sign in, for who may reset it', async () => {
    api.answers['GET /users'] = { Users: [{ ...person, two_step: 'off' }, { ...person, id: 'u3', email: 'ann@demo.test', two_step: 'passkey' }], page_count: 1, total_records: 2 };
    const { unmount } = renderInRemote(<UsersPage />, { granted: may, role: 'ORG_ADMIN' });
    expect(await screen.findByRole('columnheader', { name: /Two-step/ })).toBeVisible();
    expect(await screen.findByText('Passkey')).toBeVisible();
    expect(screen.getByText('Off')).toBeVisible();
    unmount();
    renderInRemote(<UsersPage />, { granted: may.filter((one) => one !== 'updateUserStatus'), role: 'FLEET_MANAGER' });
    expect(await screen.findByRole('columnheader', { name: /Last seen/ })).toBeVisible();
    expect(screen.queryByRole('columnheader', { name: /Two-step/ })).toBeNull();
  });

  it('are denied without the permission', () => {
    renderInRemote(<UsersPage />, { granted: [] });
    expect(screen.getByText('You do not have permission to see this')).toBeVisible();
  });

  it('are saved with the version that was seen, and keep what was typed when somebody else was quicker', async () => {
    history.replaceState(null, '', '/user-management?user=u2');
    api.answers['PUT /users/u2'] = { status: 409, title: 'Somebody just changed this user. Please try again.' };
    const { user } = renderInRemote(<UsersPage />, { granted: may, role: 'ORG_ADMIN' });
    const dialog = within(await screen.findByRole('dialog', { name: 'Sam Hughes' }));
    await user.type(await dialog.findByLabelText('Mobile'), '07700');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Somebody just changed this user. Please try again.')).toBeVisible();
    expect(dialog.getByLabelText('Mobile')).toHaveValue('07700');
    await waitFor(() => expect(bodiesOf('PUT /users/u2')[0]).toMatchObject({ mobile: '07700', version: 4 }));
  });

  it('have the buttons of their dialog below all that it says of them', async () => {
    history.replaceState(null, '', '/user-management?user=u2');
    renderInRemote(<UsersPage />, { granted: may, role: 'ORG_ADMIN' });
    const dialog = within(await screen.findByRole('dialog', { name: 'Sam Hughes' }));
    const signIn = await dialog.findByRole('heading', { name: /^Two-step sign-in/ });
    expect(dialog.getByRole('button', { name: 'Save' }).compareDocumentPosition(signIn)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
  });

  it('are given another role with the version that the profile has got by then', async () => {
    history.replaceState(null, '', '/user-management?user=u2');
    api.answers['PUT /users/u2'] = { ...person, version: 5 };
    api.answers['PUT /ousers/u2/role'] = { status: 409, title: 'Somebody just changed this user. Please try again.' };
    const { user } = renderInRemote(<UsersPage />, { granted: may, role: 'ORG_ADMIN' });
    const dialog = within(await screen.findByRole('dialog', { name: 'Sam Hughes' }));
    await user.type(await dialog.findByLabelText('Mobile'), '07700');
    await user.click(dialog.getByRole('combobox', { name: /^Role/ }));
    await user.click(await screen.findByRole('option', { name: 'Driver' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Somebody just changed this user. Please try again.')).toBeVisible();
    expect(bodiesOf('PUT /ousers/u2/role')[0]).toEqual({ role: 'DRIVER', version: 5 });
  });

  it('are put into one of many groups by searching for it', async () => {
    const nodes = Array.from({ length: 150 }, (_, n) => ({ id: `g${n}`, metadata: { label: `Depot ${n}` }, nodes: [] }));
    api.answers = { ...api.answers, 'GET /tree': { ...tree, nodes }, 'POST /invite': { id: 'i1' } };
    const { user } = renderInRemote(<UsersPage />, { granted: may, role: 'ORG_ADMIN' });
    await user.click(await screen.findByRole('button', { name: 'Invite users' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite users' }));
    await user.type(dialog.getByLabelText(/^Email/), 'ann@demo.test');
    await user.click(await dialog.findByRole('button', { name: /^Group/ }));
    const choice = within(await screen.findByRole('dialog', { name: 'Group' }));
    await user.type(await choice.findByRole('searchbox'), '149');
    await user.click(await choice.findByRole('treeitem', { name: /Depot 149/ }));
    await user.click(choice.getByRole('button', { name: 'OK' }));
    expect(await dialog.findByRole('button', { name: 'Group Depot 149' })).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Send invite' }));
    await waitFor(() => expect(bodiesOf('POST /invite')).toMatchObject([{ email: 'ann@demo.test', node: 'g149' }]));
  });

  it('says what is wrong with an address before and after it is sent', async () => {
    api.answers['POST /invite'] = { status: 409, title: 'There is an account with this e-mail address already.' };
    const { user } = renderInRemote(<UsersPage />, { granted: may, role: 'ORG_ADMIN' });
    await user.click(await screen.findByRole('button', { name: 'Invite users' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Invite users' }));
    await user.type(dialog.getByLabelText(/^Email/), 'nobody');
    expect(await dialog.findByText('This field must be a valid email.')).toBeVisible();
    await user.type(dialog.getByLabelText(/^Email/), '@demo.test');
    await user.click(dialog.getByRole('button', { name: 'Send invite' }));
    expect(await dialog.findByText('There is an account with this e-mail address already.')).toBeVisible();
    expect(bodiesOf('POST /invite')).toEqual([{ email: 'nobody@demo.test', role: 'FLEET_MANAGER', first_name: '', last_name: '' }]);
  });
});
