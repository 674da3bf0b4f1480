import { accessibilityProblems, network } from '@outrider/sdk/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import { signInForm } from './sign-in-form';
import { loadTexts } from './texts';

const api = 'http://portal.test/api/auth';
beforeEach(() => document.body.replaceChildren());

async function signIn(next: object) {
  network.use(http.post(`${api}/sign-in`, () => HttpResponse.json(next)));
  const goTo = vi.fn();
  document.body.append(signInForm(await loadTexts(['en-GB']), new URLSearchParams('?next=/map-view'), goTo));
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Email'), 'manager@demo.test');
  await user.type(screen.getByLabelText('Password'), 'Outrider1{Enter}');
  return { user, goTo };
}

it('asks for a code after the password, says that one is wrong, and takes a recovery code instead', async () => {
  const sent: unknown[] = [];
  network.use(
    http.post(`${api}/second-step`, async ({ request }) => {
      const body = (await request.json()) as { recovery_code?: string };
      sent.push(body);
      return body.recovery_code ? HttpResponse.json({ access_token: 't' }) : HttpResponse.json({ kind: 'invalid' }, { status: 422 });
    }),
  );
  const { user, goTo } = await signIn({ next: 'code', ticket: 'T', methods: ['app', 'recovery'], expires_in: 600 });
  await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
  expect(await screen.findByText(/code is not correct/)).toBeVisible();
  expect(await accessibilityProblems(document.body)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  await user.type(screen.getByLabelText('Recovery code'), 'aaaa-bbbb-cccc-dddd{Enter}');
  await waitFor(() => expect(goTo).toHaveBeenCalledWith('/map-view'));
  expect(sent).toEqual([{ ticket: 'T', code: '123456' }, { ticket: 'T', recovery_code: 'aaaa-bbbb-cccc-dddd' }]);
});

it('leads who must have a second step to an app, and shows the recovery codes before going on', async () => {
  network.use(
    http.post(`${api}/second-step/enrol`, () => HttpResponse.json({ secret: 'ABCDEFGH', uri: 'otpauth://totp/x', qr: { size: 33, path: 'M4 4h1v1h-1z' } })),
    http.post(`${api}/second-step/enrol/confirm`, () => HttpResponse.json({ access_token: 't', recovery_codes: ['aaaa-bbbb-cccc-dddd'] })),
  );
  const { user, goTo } = await signIn({ next: 'enrol', ticket: 'T', methods: [], expires_in: 600 });
  expect(await screen.findByRole('img', { name: /scan/ })).toBeVisible();
  expect(screen.getByText('ABCD EFGH')).toBeVisible();
  await user.type(screen.getByLabelText('Code'), '123456{Enter}');
  expect(await screen.findByText('aaaa-bbbb-cccc-dddd')).toBeVisible();
  expect(goTo).not.toHaveBeenCalled();
  expect(await accessibilityProblems(document.body)).toEqual([]);
  await user.click(screen.getByRole('button', { name: /continue/ }));
  expect(goTo).toHaveBeenCalledWith('/map-view');
});
