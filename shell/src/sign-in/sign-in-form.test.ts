import { accessibilityProblems, network } from '@outrider/sdk/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { destination } from './enter';
import { setupForm } from './setup-form';
import { signInForm } from './sign-in-form';
import { languageFor, loadTexts } from './texts';

const address = 'http://portal.test/api/auth/sign-in';
beforeEach(() => document.body.replaceChildren());

async function show(query = '') {
  const goTo = vi.fn();
  document.body.append(signInForm(await loadTexts(['en-GB']), new URLSearchParams(query), goTo));
  return { user: userEvent.setup(), goTo };
}

async function signIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText('Email'), 'manager@demo.test');
  await user.type(screen.getByLabelText('Password'), 'Outrider1{Enter}');
}

describe('signing in', () => {
  it('sends what was typed and goes to where the user wanted', async () => {
    network.use(
      http.post(address, async ({ request }) => {
        expect(await request.json()).toEqual({ email: 'manager@demo.test', password: 'Outrider1' });
        return HttpResponse.json({ access_token: 't', token_type: 'bearer', expires_in: 600 });
      }),
    );
    const { user, goTo } = await show('?next=/map-view');
    await signIn(user);
    await waitFor(() => expect(goTo).toHaveBeenCalledWith('/map-view'));
  });

  it('is accessible, shows the password on demand, and asks for what is missing', async () => {
    const { user } = await show();
    expect(await accessibilityProblems(document.body)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(screen.getAllByText('This field is required.')).toHaveLength(2);
    expect(screen.getByLabelText('Email')).toHaveFocus();
  });

  it.each([
    ['a wrong password', () => HttpResponse.json({ kind: 'signed_out' }, { status: 401 }), 'Email or password is wrong.'],
    ['a disabled account', () => HttpResponse.json({ kind: 'denied' }, { status: 403 }), 'This account has no access.'],
    ['too many attempts', () => HttpResponse.json({ kind: 'unavailable' }, { status: 429, headers: { 'Retry-After': '600' } }), 'Too many attempts. Try again in 10 min.'],
    ['a dead network', () => HttpResponse.error(), 'The server cannot be reached. Check your connection.'],
    ['a host that starts', () => new HttpResponse(null, { status: 503 }), 'Signing in is not possible right now. Please try again soon.'],
    ['a mistake of ours', () => new HttpResponse(null, { status: 500 }), 'Sorry something went wrong'],
  ])('says what %s means and keeps what was typed', async (_name, answer, sentence) => {
    network.use(http.post(address, answer));
    const { user, goTo } = await show();
    await signIn(user);
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(sentence);
    expect(screen.getByLabelText('Email')).toHaveValue('manager@demo.test');
    expect(goTo).not.toHaveBeenCalled();
  });

  it('lets nobody try while the server wants a pause', async () => {
    network.use(http.post(address, () => HttpResponse.json({}, { status: 429, headers: { 'Retry-After': '60' } })));
    const { user } = await show();
    await signIn(user);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Sign in' })).toBeDisabled());
  });

  it('says why the user is here when the session failed', async () => {
    await show('?reason=failed');
    expect(screen.getByRole('alert')).toHaveTextContent('Sign in failed');
  });
});

describe('the way back', () => {
  it.each([
    ['?next=/vehicles%3Fid%3D4', '/vehicles?id=4'],
    ['?next=//evil.test', '/'],
    ['?next=/%5Cevil.test', '/'],
    ['?next=https://evil.test', '/'],
    ['?next=/sign-in', '/'],
    ['', '/'],
  ])('for %s is %s', (query, want) => {
    expect(destination(new URLSearchParams(query))).toBe(want);
  });
});

describe('the first administrator', () => {
  it('is created by the one-time link and signed in', async () => {
    const sent: unknown[] = [];
    network.use(
      http.post('http://portal.test/api/auth/first-administrator', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ access_token: 't', token_type: 'Bearer', expires_in: 600 });
      }),
    );
    const goTo = vi.fn();
    document.body.append(setupForm(await loadTexts(['en']), 'once', goTo));
    const user = userEvent.setup();
    for (const [label, value] of Object.entries({ Organisation: 'Möller & Söhne 24', 'First name': 'Ann', 'Last name': 'Lee', Email: 'ann@demo.test', Password: 'weak' })) {
      await user.type(screen.getByLabelText(label), value);
    }
    await user.keyboard('{Enter}');
    expect(screen.getByText('This field must be at least 8 characters.')).toBeVisible();
    await user.type(screen.getByLabelText('Password'), 'Outrider1{Enter}');
    await waitFor(() => expect(goTo).toHaveBeenCalledWith('/'));
    expect(sent).toEqual([
      {
        setup: 'once',
        organisation: { id: 'moller-sohne-24', name: 'Möller & Söhne 24', country_code: 'US', zone: expect.stringMatching(/./) },
        first_name: 'Ann',
        last_name: 'Lee',
        email: 'ann@demo.test',
        password: 'weakOutrider1',
      },
    ]);
  });
});

describe('the language of the page', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [['pt-BR', 'fr-CA'], 'fr'],
    [['en-US'], 'en-US'],
    [['ja'], 'en'],
    [[], 'en'],
  ] as const)('for %s is %s', (preferred, want) => {
    expect(languageFor(preferred)).toBe(want);
  });
});
