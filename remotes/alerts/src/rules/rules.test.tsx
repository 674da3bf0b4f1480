import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { FakeConfigApi } from '../testing/fake-config';
import { RulesSettings } from './rules-settings';

const patience = { timeout: 30_000 };
const long = { timeout: 180_000 };
let api: FakeConfigApi;

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  api = new FakeConfigApi();
  await api.install();
});
afterEach(() => vi.unstubAllGlobals());

describe('the rules of a user', () => {
  it('are tried before they are saved', long, async () => {
    const { user, container } = renderInRemote(<RulesSettings />, { granted: ['listAlerts'] });
    expect(await screen.findByText('No rules yet', {}, patience)).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Add a rule' }));
    expect(await screen.findByText('12 alerts in the last 30 days match this rule.', {}, patience)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Sun' }));
    expect(await accessibilityProblems(screen.getByRole('dialog'))).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.rules).toHaveLength(1), patience);
    expect(api.rules[0]).toMatchObject({ name: 'Serious alerts', severity: 2, days: [1, 2, 3, 4, 5, 6], from: '00:00', to: '24:00', by_mail: true, in_portal: true, enabled: true });
    expect(await screen.findByText(/All alert types · Harsh or higher · .*Mon Tue Wed Thu Fri Sat · email \+ portal/, {}, patience)).toBeVisible();
  });
});
