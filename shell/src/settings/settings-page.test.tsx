import { addMessages, session, shellInfo } from '@outrider/sdk';
import { accessibilityProblems, network, renderInRemote } from '@outrider/sdk/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import en from '../../locales/en.json';
import { SettingsPage } from './settings-page';

const sent: unknown[] = [];
let answer: () => Response;

beforeEach(async () => {
  await addMessages('shell', async () => en);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.spyOn(session, 'token').mockReturnValue('t');
  sent.length = 0;
  answer = () => HttpResponse.json({});
  network.use(
    http.post('/api/user/u1/preferences', async ({ request }) => {
      sent.push(await request.json());
      return answer();
    }),
  );
});

function bands() {
  return within(screen.getByRole('region', { name: 'My speeding bands' }));
}

describe('the account settings', () => {
  it('are accessible', async () => {
    const { container } = renderInRemote(<SettingsPage />);
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('save bands only when they changed and are right, and Cancel takes them back', async () => {
    const { user } = renderInRemote(<SettingsPage />, { units: 'Imperial GB' });
    const field = bands().getByRole('spinbutton', { name: 'Moderate' });
    const save = bands().getByRole('button', { name: 'Save' });
    expect(save).toBeDisabled();
    expect(bands().getByRole('button', { name: 'Cancel' })).toBeDisabled();
    expect(bands().getByRole('spinbutton', { name: 'Maximum' })).toBeDisabled();

    await user.clear(field);
    await user.type(field, '11');
    expect(bands().getByText('This field must be lower than 10.')).toBeVisible();
    expect(save).toBeDisabled();
    await user.click(bands().getByRole('button', { name: 'Cancel' }));
    expect(field).toHaveValue(5);

    await user.clear(field);
    await user.type(field, '7');
    await user.click(save);
    await waitFor(() => expect(sent).toEqual([{ global: { speeding: { bands: [7, 10, 15, 30] } } }]));
    expect(await screen.findByText('Speeding bands saved')).toBeVisible();
    expect(save).toBeDisabled();
  });

  it('move a handle by the keyboard, never past its neighbour', async () => {
    const { user } = renderInRemote(<SettingsPage />, { units: 'Imperial GB' });
    const [moderate, , , end] = bands().getAllByRole('slider');
    moderate?.focus();
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(bands().getByRole('spinbutton', { name: 'Moderate' })).toHaveValue(9);
    end?.focus();
    await user.keyboard('{ArrowLeft}');
    expect(end).toHaveAttribute('aria-valuenow', '30');
  });

  it('have 50 as the end in km/h, and the defaults of the unit system', () => {
    renderInRemote(<SettingsPage />, { units: 'Metric' });
    expect(bands().getAllByRole('spinbutton').map((field) => (field as HTMLInputElement).value)).toEqual(['8', '16', '24', '50']);
  });

  it('go back, with a message, when they cannot be saved', async () => {
    answer = () => HttpResponse.json({}, { status: 500 });
    const { user } = renderInRemote(<SettingsPage />, { units: 'Imperial GB' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Units' }), 'Metric');
    expect(await screen.findByText('Your choice could not be saved')).toBeVisible();
    expect(shellInfo()?.session.preferences.global.units).toBe('Imperial GB');
  });

  it('choose the density of tables by the arrow keys', async () => {
    const { user } = renderInRemote(<SettingsPage />);
    screen.getByRole('radio', { name: 'Compact' }).focus();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('radio', { name: 'Comfortable' })).toHaveFocus();
    expect(sent).toEqual([{ app: { outrider: { version: 1, ui: { tables: { density: 'comfortable' } } } } }]);
  });
});
