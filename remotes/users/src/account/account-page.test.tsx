import { session, tokens } from '@outrider/sdk';
import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { FakeApi } from '../testing/api';
import { AccountPage } from './account-page';

const user = { id: 'u1', email: 'manager@demo.test', user_group: 'North West', organisation: 'Demo Haulage', Role: { name: 'FLEET_MANAGER' }, Profile: { firstname: 'Amelia', lastname: 'Marsh' } };
let api: FakeApi;

beforeEach(async () => {
  api = new FakeApi();
  await api.install();
  api.answers = {
    'GET /user/u1': user, 'GET /user/u1/avatar': { image: null }, 'GET /user/u1/sessions': { Sessions: [] }, 'PUT /users/u1': user, 'POST /auth/change-password': { status: 204 },
    'GET /auth/two-step': { app: false, recovery_codes: 0, passkeys: [], required: false },
  };
  vi.spyOn(session, 'token').mockReturnValue('t');
  vi.spyOn(session, 'orgId').mockReturnValue('demo');
});

afterEach(() => vi.unstubAllGlobals());

async function form(name: string) {
  return within(await screen.findByRole('form', { name }));
}

describe('the account', () => {
  it('is accessible and shows who one is', async () => {
    const { container } = renderInRemote(<AccountPage />);
    expect(await screen.findByRole('heading', { name: 'Amelia Marsh' })).toBeVisible();
    expect(screen.getByText('Fleet manager · North West · Demo Haulage')).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('says once what is the group and the organisation', async () => {
    api.answers['GET /user/u1'] = { ...user, user_group: user.organisation };
    renderInRemote(<AccountPage />);
    expect(await screen.findByText('Fleet manager · Demo Haulage')).toBeVisible();
  });

  it('saves what was changed, and keeps what was typed when it cannot', async () => {
    const { user: person } = renderInRemote(<AccountPage />);
    const profile = await form('Profile');
    expect(profile.getByRole('button', { name: 'Save' })).toBeDisabled();
    await person.type(profile.getByLabelText('Mobile'), '07700 900123');
    await person.click(profile.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.bodiesOf('PUT /users/u1')).toEqual([{ Profile: user.Profile, telephone: '', mobile: '07700 900123' }]));

    api.answers['PUT /users/u1'] = { status: 422, title: 'The request is not valid.' };
    await person.type(profile.getByLabelText('Telephone'), '1');
    await person.click(profile.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Profile update failed.')).toBeVisible();
    expect(profile.getByLabelText('Telephone')).toHaveValue('1');
  });

  it('refuses passwords by the rules, and signs out after a change', async () => {
    const signOut = vi.spyOn(tokens, 'signOut').mockResolvedValue();
    const { user: person } = renderInRemote(<AccountPage />);
    const password = await form('Change password');
    const change = password.getByRole('button', { name: 'Change password' });
    await person.type(password.getByLabelText('Old password'), 'Outrider1');
    await person.type(password.getByLabelText('New password'), 'Short1');
    expect(password.getByText('This field must be at least 8 characters.')).toBeVisible();
    await person.type(password.getByLabelText('New password'), 'er');
    await person.type(password.getByLabelText('Confirm new password'), 'Short1e');
    expect(password.getByText('The password do not match.')).toBeVisible();
    expect(change).toBeDisabled();
    await person.type(password.getByLabelText('Confirm new password'), 'r');

    api.answers['POST /auth/change-password'] = { status: 422, title: 'Failed to reset password' };
    await person.click(change);
    expect(await password.findByRole('alert')).toHaveTextContent('Failed to reset passwordAn error occurred.');
    api.answers['POST /auth/change-password'] = { status: 204 };
    await person.click(change);
    await waitFor(() => expect(signOut).toHaveBeenCalledTimes(1));
  });

  it('tells sessions by device, country and address, as far as they are known', async () => {
    const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
    const session = (id: string, more: object) => ({ id, user_agent: chrome, last_seen: '2026-11-01T10:00:00Z', current: id === 's1', ...more });
    api.answers['GET /user/u1/sessions'] = { Sessions: [session('s1', { address: '81.2.69.142', country: 'GB' }), session('s2', { address: '192.168.1.4' })] };
    const { user: person } = renderInRemote(<AccountPage />);
    const [first, second] = within(await screen.findByRole('list', { name: 'Where you are signed in' })).getAllByRole('listitem');
    expect(first).toHaveTextContent(/Chrome.* · United Kingdom · 81\.2\.69\.142.*This browser/);
    expect(second).toHaveTextContent(/Chrome.* · 192\.168\.1\.4/);
    expect(screen.getByRole('link', { name: 'IP2Location LITE' })).toBeVisible();
    api.answers['DELETE /user/u1/sessions'] = { status: 204 };
    api.answers['GET /user/u1/sessions'] = { Sessions: [session('s1', { address: '81.2.69.142' })] };
    await person.click(screen.getByRole('button', { name: 'Sign out all others' }));
    await waitFor(() => expect(screen.queryByText(/192\.168\.1\.4/)).toBeNull());
    expect(api.changes()).toEqual(['DELETE /user/u1/sessions']);
    expect(screen.queryByRole('button', { name: 'Sign out all others' })).toBeNull();
  });

  it('logs out everywhere after asking, and says when that failed', async () => {
    const everywhere = vi.spyOn(tokens, 'signOutEverywhere').mockRejectedValueOnce(new Error('offline')).mockResolvedValue();
    const { user: person } = renderInRemote(<AccountPage />);
    const leave = async () => {
      await person.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
      const dialog = within(await screen.findByRole('dialog'));
      await person.click(dialog.getByRole('button', { name: 'Sign out everywhere' }));
    };
    await leave();
    expect(await screen.findByText('You could not be signed out everywhere. Please try again.')).toBeVisible();
    await leave();
    await waitFor(() => expect(everywhere).toHaveBeenCalledTimes(2));
  });
});
