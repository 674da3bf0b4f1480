import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { FakeOrgApi } from '../testing/fake-org';
import { AlertSettings } from './alert-settings';

const may = ['listAlerts', 'viewAlertEmailList', 'modifyAlertEmailList', 'updateOrg'];
const patience = { timeout: 30_000 };
const long = { timeout: 180_000 };
let api: FakeOrgApi;

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  api = new FakeOrgApi();
  await api.install();
});
afterEach(() => vi.unstubAllGlobals());

const show = (granted = may) => renderInRemote(<AlertSettings />, { granted });

describe('the bands of an organisation', () => {
  it('are chosen in the user’s unit, and given up for those of the country', long, async () => {
    const { user, container } = show();
    const field = await screen.findByRole('textbox', { name: /Moderate/ }, patience);
    expect(field).toHaveValue('5');
    expect(screen.getByText('Defaults for your organisation’s country.')).toBeVisible();
    await user.clear(field);
    await user.type(field, '6');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.bands.map(Math.round)).toEqual([10, 16, 24]), patience);
    expect(await screen.findByText('Chosen by your organisation.', {}, patience)).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Use country defaults' }));
    await user.click(within(await screen.findByRole('dialog', {}, patience)).getByRole('button', { name: 'Use country defaults' }));
    expect(await screen.findByText('Defaults for your organisation’s country.', {}, patience)).toBeVisible();
  });

  it('must rise', long, async () => {
    const { user } = show();
    const field = await screen.findByRole('textbox', { name: /Excessive/ }, patience);
    await user.clear(field);
    await user.type(field, '3');
    expect(await screen.findByText('This threshold must not be below the one before it.', {}, patience)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(api.changed).toEqual([]);
  });

  it('are shown and not changed without permission', long, async () => {
    show(['listAlerts', 'viewAlertEmailList']);
    expect(await screen.findByRole('textbox', { name: /Moderate/ }, patience)).toBeDisabled();
    expect(await screen.findByRole('button', { name: 'Add recipients' }, patience)).toBeDisabled();
  });
});

describe('mail about alerts of an organisation', () => {
  it('is set up for groups', long, async () => {
    const { user } = show();
    expect(await screen.findByText('No recipients yet', {}, patience)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add recipients' }));
    const dialog = within(await screen.findByRole('dialog', {}, patience));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(api.changed).toEqual([]);
    await user.click(dialog.getByRole('combobox', { name: /Alert types/ }));
    await user.click(await screen.findByRole('option', { name: 'Speeding' }, patience));
    await user.keyboard('{Escape}');
    await user.click(dialog.getByRole('combobox', { name: /Groups/ }));
    await user.click(await screen.findByRole('option', { name: 'Demo › North' }, patience));
    await user.keyboard('{Escape}');
    await user.type(dialog.getByRole('combobox', { name: 'Recipients' }), 'ann@example.com{Enter}');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Demo › North', {}, patience)).toBeVisible();
    expect(api.mails).toEqual([{ id: 'm1', alert_types: ['speedingalert'], nodes: ['north'], vehicles: [], recipients: ['ann@example.com'], enabled: true }]);
  });

  it('is switched off, and deleted after a question', long, async () => {
    api.mails = [{ id: 'm1', alert_types: ['collision'], nodes: [], vehicles: ['v1'], recipients: ['ann@example.com'], enabled: true }];
    const { user, container } = show();
    const name = 'Collision, HGV-001';
    await user.click(await screen.findByRole('switch', { name: `Emails about ${name} are sent` }, patience));
    await waitFor(() => expect(api.mails[0]).toMatchObject({ enabled: false }), patience);
    expect(await accessibilityProblems(container)).toEqual([]);
    const remove = await screen.findByRole('button', { name: `Delete ${name}` });
    await waitFor(() => expect(remove).toBeEnabled(), patience);
    await user.click(remove);
    await user.click(within(await screen.findByRole('dialog', {}, patience)).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No recipients yet', {}, patience)).toBeVisible();
  });

  it('says that it failed, and that it may not be seen', long, async () => {
    api.status = 500;
    const failed = show();
    expect(await screen.findAllByRole('alert', {}, patience)).not.toEqual([]);
    failed.unmount();
    show(['listAlerts']);
    expect(screen.queryByText('Alert emails')).toBeNull();
  });
});
