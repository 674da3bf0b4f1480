import { addMessages } from '@outrider/sdk';
import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import en from '../../locales/en.json';
import { UsersPage } from './users-page';

const person = {
  id: 'u2', email: 'sam@demo.test', user_group: 'Crewe depot', organisation: 'Demo', Role: { name: 'FLEET_MANAGER' }, Profile: { firstname: 'Sam', lastname: 'Hughes' }, disabled: false,
  last_seen: null, version: 4, Node: { id: 'crewe' }, telephone: '', mobile: '',
};
const tree = { id: 'demo', metadata: { label: 'Demo' }, nodes: [{ id: 'crewe', metadata: { label: 'Crewe depot' }, nodes: [] }] };
const may = ['listUsers', 'createUser', 'updateUserProfile', 'updateUserRole', 'updateUserStatus', 'moveUserToGroup', 'listGroups'];

let calls: { call: string; body: unknown }[];
let answers: Record<string, object>;

beforeEach(async () => {
  history.replaceState(null, '', '/user-management');
  vi.spyOn(console, 'error').mockImplementation(() => {});
  calls = [];
  answers = { 'GET /users': { Users: [person], page_count: 1, total_records: 1 }, 'GET /user/u2': person, 'GET /tree': tree };
  await addMessages('users', async () => en);
  vi.stubGlobal('ResizeObserver', class { observe() {} unobserve() {} disconnect() {} });
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    const call = `${method} ${new URL(url, 'http://test').pathname.replace(/^\/api(\/org\/[^/]+)?/, '')}`;
    calls.push({ call, body: body ? JSON.parse(String(body)) : undefined });
    const answer = answers[call] ?? { status: 404, title: 'There is nothing here.', kind: 'not_found' };
    return Response.json(answer, { status: 'status' in answer ? Number(answer.status) : 200 });
  });
});

afterEach(() => vi.unstubAllGlobals());

const bodiesOf = (call: string) => calls.filter((one) => one.call === call).map(({ body }) => body);

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

  it('are denied without the permission', () => {
    renderInRemote(<UsersPage />, { granted: [] });
    expect(screen.getByText('You do not have permission to see this')).toBeVisible();
  });

  it('are saved with the version that was seen, and keep what was typed when somebody else was quicker', async () => {
    history.replaceState(null, '', '/user-management?user=u2');
    answers['PUT /users/u2'] = { status: 409, title: 'Somebody just changed this user. Please try again.', kind: 'conflict' };
    const { user } = renderInRemote(<UsersPage />, { granted: may, role: 'ORG_ADMIN' });
    const dialog = within(await screen.findByRole('dialog', { name: 'Sam Hughes' }));
    await user.type(await dialog.findByLabelText('Mobile'), '07700');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Somebody just changed this user. Please try again.')).toBeVisible();
    expect(dialog.getByLabelText('Mobile')).toHaveValue('07700');
    await waitFor(() => expect(bodiesOf('PUT /users/u2')[0]).toMatchObject({ mobile: '07700', version: 4 }));
  });

  it('says what is wrong with an address before and after it is sent', async () => {
    answers['POST /invite'] = { status: 409, title: 'There is an account with this e-mail address already.', kind: 'conflict' };
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
