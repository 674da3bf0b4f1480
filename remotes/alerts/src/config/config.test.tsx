import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { FakeConfigApi } from '../testing/fake-config';
import { AlertConfigTab } from './alert-config-tab';
import { ManyDialog } from './many-dialog';
import { readThreshold } from './kinds';

const may = ['viewAlertEmailList', 'editAlertConfig', 'editAlertUploadSettings', 'modifyAlertEmailList'];
const patience = { timeout: 30_000 };
const long = { timeout: 180_000 };
let api: FakeConfigApi;

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  api = new FakeConfigApi();
  await api.install();
});
afterEach(() => vi.unstubAllGlobals());

const tab = (granted = may, deviceId: string | undefined = 'd1') => renderInRemote(<AlertConfigTab vehicleId="v1" deviceId={deviceId} isAdminUser={false} />, { granted });

describe('the alert configuration of a vehicle', () => {
  it('switches a kind of alert, and refuses a threshold that is no number', long, async () => {
    const { user, container } = tab();
    await user.click(await screen.findByRole('switch', { name: 'Collision' }, patience));
    await waitFor(() => expect(api.bodies('PUT /vehicles/v1/config')).toEqual([{ alerts: [{ alert_type: 'imu_collision', pin: 0, enabled: false }] }]), patience);
    const field = await screen.findByRole('textbox', { name: 'Threshold of Harsh braking' });
    await waitFor(() => expect(field).toBeEnabled(), patience);
    await user.clear(field);
    await user.type(field, 'much');
    expect(screen.getByRole('alert')).toHaveTextContent('This field has to be a number');
    await user.clear(field);
    await user.type(field, '0,45{Enter}');
    await waitFor(() => expect(api.bodies('PUT /vehicles/v1/config')[1]).toEqual({ alerts: [{ alert_type: 'imu_harsh_braking', pin: 0, enabled: true, threshold: 0.45 }] }), patience);
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('leaves inputs alone without a device', long, async () => {
    const { user } = tab(may, '');
    await user.click(await screen.findByRole('button', { name: 'I/O alerts' }, patience));
    expect(screen.getByText('No device ID available')).toBeVisible();
    expect(screen.getByRole('switch', { name: 'Input 1 raises alerts' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Auto-upload' }));
    expect(screen.getByText('No device ID available')).toBeVisible();
  });

  it('sends a configuration for each toggle, for an input its own', long, async () => {
    const { user, container } = tab();
    await user.click(await screen.findByRole('button', { name: 'Auto-upload' }, patience));
    await user.click(await screen.findByRole('switch', { name: 'Input 2: Video' }, patience));
    await waitFor(() => expect(api.bodies('PUT /au/settings')).toEqual([{ devices: ['d1'], configs: [{ attribute: 'io', pin: [2], snaps: false, video: true, tracking: false, imu: false, video_channels: ['*'] }] }]), patience);
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('switches on again what the system switched off', long, async () => {
    api.configs = api.configs.map((one) => (one.key === 'imu' ? { ...one, enabled: false, disabled_by_system: true, disabled_at: '2026-11-21T10:00:00Z' } : one));
    const { user } = tab();
    await user.click(await screen.findByRole('button', { name: 'Auto-upload' }, patience));
    await user.click(await screen.findByRole('button', { name: 'Switch on again' }, patience));
    await waitFor(() => expect(api.bodies('PUT /au/settings')).toHaveLength(1), patience);
  });

  it('says that the settings cannot be read', long, async () => {
    api.unreadable = '/au/settings';
    const { user } = tab();
    await user.click(await screen.findByRole('button', { name: 'Auto-upload' }, patience));
    expect(await screen.findByText('Cannot parse AU settings', {}, patience)).toBeVisible();
  });

  it('takes addresses and refuses what is none', long, async () => {
    const { user, container } = tab();
    await user.click(await screen.findByRole('button', { name: 'Recipients' }, patience));
    const field = await screen.findByRole('combobox', { name: 'Recipients of Fatigue' }, patience);
    await user.type(field, 'nobody{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('This field must be a valid email.');
    await user.clear(field);
    await user.type(field, 'ann@example.com, bob@example.com{Enter}');
    await user.click(screen.getByRole('button', { name: 'Save recipients' }));
    await waitFor(() => expect(api.bodies('PUT /vehicles/email_list')).toEqual([[{ vehicle_id: 'v1', alert_email_list: [
      { alert_type: 'imu_collision', pin: 0, emails: ['boss@example.com'] }, { alert_type: 'dms_fatigue', pin: 0, emails: ['ann@example.com', 'bob@example.com'] },
    ] }]]), patience);
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('shows everything and changes nothing without permission', long, async () => {
    tab(['viewAlertEmailList']);
    expect(await screen.findByRole('switch', { name: 'Collision' }, patience)).toBeDisabled();
  });
});

describe('the configuration of several vehicles', () => {
  it('changes what was chosen and nothing else', long, async () => {
    const close = vi.fn();
    const { user } = renderInRemote(<ManyDialog vehicles={[{ id: 'v1', name: 'HGV-001', deviceIds: ['d1'] }, { id: 'v2', name: 'HGV-002', deviceIds: ['d2', 'd3'] }]} close={close} />, { granted: may });
    expect(await screen.findByRole('button', { name: 'Apply to 2 vehicles' }, patience)).toBeDisabled();
    await user.click(within(screen.getAllByRole('group', { name: 'Driving alerts' })[0] as HTMLElement).getByRole('button', { name: 'Off' }));
    await user.click(within(screen.getByRole('group', { name: 'Smoking' })).getByRole('button', { name: 'Off' }));
    await user.click(screen.getByRole('button', { name: 'Apply to 2 vehicles' }));
    await waitFor(() => expect(close).toHaveBeenCalled(), patience);
    expect(api.bodies('PUT /au/settings')).toEqual([{ devices: ['d1', 'd2', 'd3'], configs: [{ attribute: 'imu', pin: [], snaps: false, video: false, tracking: false, imu: false, video_channels: ['*'] }] }]);
    expect(api.bodies('PUT /vehicles/v2/config')).toEqual([{ alerts: [{ alert_type: 'dms_smoking', pin: 0, enabled: false }] }]);
    expect(api.bodies('PUT /vehicles/email_list')).toEqual([]);
  });
});

describe('a threshold', () => {
  it.each([
    ['', 'g', { value: null }],
    ['0,5', 'g', { value: 0.5 }],
    ['80', 'probability', { value: 0.8 }],
    ['11', 'g', { wrong: 'config.outOfBounds', values: { max: 10 } }],
    ['1e999', 'g', { wrong: 'config.notNumber' }],
  ])('%j in %s', (text, unit, want) => expect(readThreshold(text, unit)).toEqual(want));
});
