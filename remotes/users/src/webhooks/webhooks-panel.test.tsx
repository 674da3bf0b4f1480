import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { FakeApi } from '../testing/api';
import { WebhooksPanel } from './webhooks-panel';

const webhook = {
  id: 'w1', url: 'https://erp.test/hook?key=1', description: 'ERP', kinds: ['alerts.raised'], group: '', enabled: true, paused: 'failing', made_by: 'ann@demo.test', version: 3, waiting: 2,
};
const kinds = [
  { id: 'alerts.raised', title: 'Alert', description: 'A new alert', allowed: true },
  { id: 'reports.run', title: 'Report', description: 'A report was made', allowed: false },
];
const delivery = { id: 7, kind: 'alerts.raised', at: '2026-01-02T03:04:05Z', state: 'given_up', attempts: 12, code: 0, took_ms: 10_000, problem: 'timeout' };

let api: FakeApi;

beforeEach(async () => {
  api = new FakeApi();
  await api.install();
  api.answers = {
    'GET /webhooks': { Webhooks: [webhook], Kinds: kinds }, 'PUT /webhooks/w1': webhook, 'POST /webhooks': { secret: 'whsec_once' },
    'GET /webhooks/w1/deliveries': { Deliveries: [delivery], more: false }, 'GET /webhooks/w1/deliveries/7': { ...delivery, body: '{"type":"alerts.raised"}' },
    'POST /webhooks/w1/replay': { count: 1 }, 'GET /tree': { id: 'demo', metadata: { label: 'Demo' }, nodes: [] },
  };
});

afterEach(() => vi.unstubAllGlobals());

const bodyOf = (call: string) => api.bodiesOf(call)[0];

it('lists webhooks without what may be secret, and resumes one that was paused', async () => {
  const { container, user } = renderInRemote(<WebhooksPanel />, { granted: ['manageWebhooks'] });
  expect(await screen.findByText('erp.test')).toBeVisible();
  expect(screen.getByText('Paused: the receiver keeps failing')).toBeVisible();
  expect(await accessibilityProblems(container)).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Resume' }));
  expect(bodyOf('PUT /webhooks/w1')).toEqual({ url: webhook.url, description: 'ERP', kinds: ['alerts.raised'], enabled: true, version: 3 });
});

it('makes one of what the user may see, and shows its secret once', async () => {
  const { user } = renderInRemote(<WebhooksPanel />, { granted: ['manageWebhooks'] });
  await user.click(await screen.findByRole('button', { name: 'Create webhook' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create webhook' }));
  expect(dialog.getByRole('checkbox', { name: /Report/ })).toBeDisabled();
  await user.type(dialog.getByRole('textbox', { name: 'Address' }), 'https://a.test/');
  await user.click(dialog.getByRole('checkbox', { name: /Alert/ }));
  await user.click(dialog.getByRole('button', { name: 'Create webhook' }));
  expect(await screen.findByText('whsec_once')).toBeVisible();
  expect(bodyOf('POST /webhooks')).toEqual({ url: 'https://a.test/', description: '', kinds: ['alerts.raised'], enabled: true });
});

it('shows what was sent, why it failed, and sends it again', async () => {
  const { user } = renderInRemote(<WebhooksPanel />, { granted: ['manageWebhooks'] });
  await user.click(await screen.findByRole('button', { name: 'Deliveries' }));
  expect(await screen.findByText('No answer in 10 seconds')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(await screen.findByText('{"type":"alerts.raised"}')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  expect(bodyOf('POST /webhooks/w1/replay')).toEqual({ ids: [7] });
});
