import { addMessages } from '@outrider/sdk';
import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { FakeApi } from '../testing/api';
import { HistorySettings } from './history-settings';
import en from './locales/en.json';

const call = 'PUT /vehicles/retention';
const retention = { keep_days: 400, own_days: null, least_days: 7, host_keep_days: 400 };
const may = ['TrackVehicle', 'updateOrg'];

let api: FakeApi;

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await addMessages('history', async () => en);
  api = new FakeApi();
  api.answers = { 'GET /vehicles/retention': retention, [call]: { ...retention, keep_days: 60, own_days: 60 } };
  await api.install();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('how long history is kept', () => {
  it('shows the bounds, and asks before anything is deleted', async () => {
    const { user, container } = renderInRemote(<HistorySettings />, { granted: may });
    const field = await screen.findByLabelText(/^Keep history for/);
    expect(field).toHaveValue('');
    expect(screen.getByText('From 7 to 400 days. Empty: as long as possible.')).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.type(field, '60');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Keep only 60 days of history?')).toBeVisible();
    expect(api.bodiesOf(call)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Delete older history' }));
    expect(await screen.findByText('Settings saved')).toBeVisible();
    expect(api.bodiesOf(call)).toEqual([{ keep_days: 60 }]);
  });

  it('does not ask when nothing is deleted', async () => {
    api.answers['GET /vehicles/retention'] = { ...retention, keep_days: 60, own_days: 60 };
    const { user } = renderInRemote(<HistorySettings />, { granted: may });
    await user.clear(await screen.findByLabelText(/^Keep history for/));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.bodiesOf(call)).toEqual([{ keep_days: null }]));
  });

  it('refuses days beyond the bounds, on their field', async () => {
    const { user } = renderInRemote(<HistorySettings />, { granted: may });
    const field = await screen.findByLabelText(/^Keep history for/);
    await user.type(field, '3');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(field).toBeInvalid());
    expect(api.bodiesOf(call)).toEqual([]);
  });
});
