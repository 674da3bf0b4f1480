import { setModuleLoader } from '@outrider/sdk';
import { FakeApi, renderInRemote } from '@outrider/sdk/testing';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import en from '../../locales/en.json';
import { alertSchema } from '../api/alert';
import { anAlert } from '../testing/fake-alerts';
import { RetrieveButton, useRetrieve } from '../actions/header-actions';

const alert = alertSchema.parse(anAlert(1));
const remotes = [{ name: 'footage', slots: [{ slot: 'vehicle-actions', module: './vehicle-actions' }] }];

function Header() {
  const retrieve = useRetrieve(alert);
  return retrieve ? <RetrieveButton retrieve={retrieve} /> : null;
}

afterEach(() => vi.unstubAllGlobals());

it.each([['OFFLINE', true], ['MOVING', false], ['UNKNOWN', false]])('video of a vehicle that is %s: disabled is %s', async (status, isDisabled) => {
  const api = new FakeApi();
  api.answers = { 'GET /vehicles/presence': { Presences: [{ status }] } };
  await api.install('alerts', en);
  const ask = vi.fn();
  setModuleLoader(async () => ({ vehicleActions: { actionsFor: async () => [{ id: 'footage', label: 'Request footage', icon: 'video', order: 20, purpose: 'request-footage', run: ask }] } }));
  const { user } = renderInRemote(<Header />, { remotes });
  const button = await screen.findByRole('button', { name: 'Retrieve Video' });
  await waitFor(() => (isDisabled ? expect(button).toBeDisabled() : expect(api.calls.some(({ call }) => call === 'GET /vehicles/presence')).toBe(true)));
  if (isDisabled) {
    expect(button).toHaveAttribute('title', 'The vehicle is offline');
  } else {
    await user.click(button);
    expect(ask).toHaveBeenCalledOnce();
  }
});
