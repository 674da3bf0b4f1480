import { addMessages, session, tokens } from '@outrider/sdk';
import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import en from '../../locales/en.json';
import { AccountPage } from './account-page';

const user = { id: 'u1', email: 'manager@demo.test', user_group: 'North West', organisation: 'Demo Haulage', Role: { name: 'FLEET_MANAGER' }, Profile: { firstname: 'Amelia', lastname: 'Marsh' } };
const calls: [method: string, path: string, body: unknown][] = [];
const refusals = new Map<string, object>();

beforeEach(async () => {
  await addMessages('users', async () => en);
  vi.spyOn(session, 'token').mockReturnValue('t');
  vi.spyOn(session, 'orgId').mockReturnValue('demo');
  calls.length = 0;
  refusals.clear();
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    const path = new URL(url, location.href).pathname;
    if (method !== 'GET') {
      calls.push([method, path, JSON.parse(String(body))]);
    }
    const refusal = refusals.get(path);
    const answer = refusal ?? (path.endsWith('/avatar') ? { image: null } : user);
    return new Response(JSON.stringify(answer), { status: refusal ? 422 : 200, headers: { 'Content-Type': refusal ? 'application/problem+json' : 'application/json' } });
  });
});

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

  it('saves what was changed, and keeps what was typed when it cannot', async () => {
    const { user: person } = renderInRemote(<AccountPage />);
    const profile = await form('Profile');
    expect(profile.getByRole('button', { name: 'Save' })).toBeDisabled();
    await person.type(profile.getByLabelText('Mobile'), '07700 900123');
    await person.click(profile.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(calls).toEqual([['PUT', '/api/org/demo/users/u1', { Profile: user.Profile, telephone: '', mobile: '07700 900123' }]]));

    refusals.set('/api/org/demo/users/u1', { title: 'The request is not valid.', kind: 'invalid' });
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

    refusals.set('/api/auth/change-password', { title: 'Failed to reset password', kind: 'invalid' });
    await person.click(change);
    expect(await password.findByRole('alert')).toHaveTextContent('Failed to reset passwordAn error occurred.');
    refusals.clear();
    await person.click(change);
    await waitFor(() => expect(signOut).toHaveBeenCalledTimes(1));
  });

  it('logs out everywhere after asking, and says when that failed', async () => {
    const everywhere = vi.spyOn(tokens, 'signOutEverywhere').mockRejectedValueOnce(new Error('offline')).mockResolvedValue();
    const { user: person } = renderInRemote(<AccountPage />);
    const leave = async () => {
      await person.click(await screen.findByRole('button', { name: 'Log out everywhere' }));
      const dialog = within(await screen.findByRole('dialog'));
      await person.click(dialog.getByRole('button', { name: 'Log out everywhere' }));
    };
    await leave();
    expect(await screen.findByText('You could not be logged out everywhere. Please try again.')).toBeVisible();
    await leave();
    await waitFor(() => expect(everywhere).toHaveBeenCalledTimes(2));
  });
});
