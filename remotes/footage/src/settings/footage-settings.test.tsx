import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { FakeApi } from '../testing/api';
import { FootageSettingsPart } from './footage-settings';

const days = { video: 90, alert_video: 365, alert_snaps: 90, alert_imu: 90, alert_tracking: 90, tracking: 90, accelerometer: 90 };
const settings = { quota_bytes: 10e9, used_bytes: 2.5e9, files: 1204, retention_days: days, watermark: false };
const may = ['listFilesets', 'updateOrg'];

let api: FakeApi;

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  api = new FakeApi();
  api.answers = { 'GET /footage/settings': settings, 'PUT /footage/settings': { ...settings, watermark: true, retention_days: { ...days, video: 30 } } };
  await api.install();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the settings of video and files', () => {
  it('show what holds, and how much is kept', async () => {
    const { container } = renderInRemote(<FootageSettingsPart />, { granted: may });
    expect(await screen.findByLabelText(/^Alert video/)).toHaveValue('365');
    expect(screen.getByText('2.5 GB of 10 GB used')).toBeVisible();
    expect(screen.getByText('1,204 files')).toBeVisible();
    expect(screen.getByRole('switch', { name: 'Watermark' })).not.toBeChecked();
    expect(screen.getByLabelText('Storage quota')).toBeDisabled();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('send only what was changed', async () => {
    const { user } = renderInRemote(<FootageSettingsPart />, { granted: may });
    const video = await screen.findByRole('textbox', { name: /^Video/ });
    await user.clear(video);
    await user.type(video, '30');
    await user.click(screen.getByRole('switch', { name: 'Watermark' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Settings saved')).toBeVisible();
    expect(api.bodiesOf('PUT /footage/settings')).toEqual([{ retention_days: { video: 30 }, watermark: true }]);
  });

  it('refuse days that make no sense, on their field', async () => {
    const { user } = renderInRemote(<FootageSettingsPart />, { granted: may });
    const video = await screen.findByRole('textbox', { name: /^Video/ });
    await user.clear(video);
    await user.type(video, '5000');
    await waitFor(() => expect(video).toBeInvalid());
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(api.bodiesOf('PUT /footage/settings')).toEqual([]);
  });

  it('say what the server refused', async () => {
    api.answers['PUT /footage/settings'] = { status: 403, title: 'You do not have the required permissions to perform this action.' };
    const { user } = renderInRemote(<FootageSettingsPart />, { granted: may });
    await user.click(await screen.findByRole('switch', { name: 'Watermark' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('You do not have the required permissions to perform this action.')).toBeVisible();
    expect(screen.getByRole('switch', { name: 'Watermark' })).toBeChecked();
  });

  it('are not for who may not see files', async () => {
    renderInRemote(<FootageSettingsPart />, { granted: ['updateOrg'] });
    expect(await screen.findByText('You do not have permission to see this')).toBeVisible();
    expect(api.calls).toEqual([]);
  });
});
