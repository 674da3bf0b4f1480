import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { FakeApi } from '../testing/api';
import { ModulesPage } from './modules-page';

const brings = { pages: 1, widgets: 1, reports: 1, alert_types: 2, map_layers: 0 };
const fuel = {
  id: 'fuel', title: 'Fuel', icon: 'fuel', text: 'Fuel used and refuels', needs: 'A tank sensor', costs: 'Included', on: false, version: 3,
  changed_at: '2026-11-01T10:00:00Z', changed_by: 'Amelia Marsh', state: 'ready', brings, fields: ['fuel_l'],
};
const gone = { ...fuel, id: 'belt', title: 'Seatbelt', on: true, version: 1, state: 'removed', text: '', needs: '', costs: '', fields: [], brings: { pages: 0, widgets: 0, reports: 0, alert_types: 0, map_layers: 0 } };
const sources = [{ title: 'Own devices', operation: 'POST /api/org/{orgId}/cars/senders' }, { title: 'Provider', operation: 'POST /api/org/{orgId}/links/senders' }];
const title = (text: string) => ({ en: text });
const settings = {
  plugin: 'fuel', version: 2, changed_at: '2026-11-02T10:00:00Z', changed_by: 'Amelia Marsh', values: { price: 1.5, source: 'can' }, secrets: { key: '2026-10-01T00:00:00Z' },
  schema: {
    properties: {
      price: { type: 'number', 'x-title': title('Diesel price'), 'x-order': 1 },
      source: { type: 'string', enum: ['can', 'provider'], 'x-choices': { can: title('Vehicle'), provider: title('Provider') }, 'x-title': title('Source'), 'x-order': 2 },
      key: { type: 'string', writeOnly: true, 'x-title': title('API key'), 'x-order': 3 },
    },
  },
};

let api: FakeApi;

beforeEach(async () => {
  history.replaceState(null, '', '/modules');
  vi.spyOn(console, 'error').mockImplementation(() => {});
  api = new FakeApi();
  await api.install();
  api.answers = { 'GET /modules': { modules: [fuel, gone], sources }, 'GET /settings': { plugins: [{ id: 'fuel', name: 'Fuel' }] }, 'GET /settings/fuel': settings };
  api.answers['POST /cars/senders'] = { vehicle_ids: ['a', 'b'], total: 60 };
  api.answers['POST /links/senders'] = { vehicle_ids: ['b', 'c'] };
});

afterEach(() => vi.unstubAllGlobals());

const may = { granted: ['switchModules'], role: 'ORG_ADMIN' };
const sent = (call: string) => api.bodiesOf(call);

describe('the modules of an organisation', () => {
  it('are shown accessibly with what they are', async () => {
    const { container } = renderInRemote(<ModulesPage />, may);
    expect(await screen.findByText('Fuel used and refuels')).toBeVisible();
    expect(screen.getByText('1 page, 1 report, 1 widget, 2 alert types')).toBeVisible();
    expect(screen.getByText(/^Off since .*, by Amelia Marsh$/)).toBeVisible();
    expect(screen.getByText('Removed from the portal')).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('say how many vehicles send what they need, each once, and from where', async () => {
    renderInRemote(<ModulesPage />, may);
    expect(await screen.findByText('3 of 60 vehicles')).toBeVisible();
    expect(screen.getByText('Own devices 2 · Provider 2')).toBeVisible();
    expect(sent('POST /cars/senders')).toEqual([{ fields: ['fuel_l'] }]);
    expect(screen.getAllByText('Sent by')).toHaveLength(2); // the label, and over the rule
  });

  it('count by what answers, and say nothing where nobody knows', async () => {
    api.answers['POST /links/senders'] = { status: 503, title: 'Not available' };
    const { unmount } = renderInRemote(<ModulesPage />, may);
    expect(await screen.findByText('2 of 60 vehicles')).toBeVisible();
    unmount();
    api.answers['GET /modules'] = { modules: [fuel], sources: [] };
    renderInRemote(<ModulesPage />, may);
    expect(await screen.findByText('A tank sensor')).toBeVisible();
    expect(screen.queryByText('Sent by')).toBeNull();
  });

  it('have a history of who turned them on and off', async () => {
    const one = { id: 7, module: 'fuel', title: 'Fuel', on: true, at: '2026-11-02T10:00:00Z', by: 'Amelia Marsh' };
    api.answers['GET /modules/history'] = { switches: [one, { ...one, id: 5, on: false, by: '' }], more: true };
    const { user, container } = renderInRemote(<ModulesPage />, may);
    await user.click(await screen.findByRole('button', { name: 'History' }));
    const dialog = await screen.findByRole('dialog', { name: 'History' });
    expect(await within(dialog).findByText('Amelia Marsh')).toBeVisible();
    expect(within(dialog).getByText('Somebody whose account is gone')).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
    api.answers['GET /modules/history'] = { switches: [{ ...one, id: 2, by: 'Dan Okafor' }], more: false };
    await user.click(within(dialog).getByRole('button', { name: 'Show older' }));
    expect(await within(dialog).findByText('Dan Okafor')).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: 'Show older' })).toBeNull();
  });

  it('are denied without the permission', () => {
    renderInRemote(<ModulesPage />, { granted: [] });
    expect(screen.getByText('You do not have permission to see this')).toBeVisible();
  });

  it('say when there are none, and when they cannot be loaded', async () => {
    api.answers['GET /modules'] = { modules: [], sources: [] };
    const { unmount } = renderInRemote(<ModulesPage />, may);
    expect(await screen.findByText('No modules yet')).toBeVisible();
    unmount();
    api.answers['GET /modules'] = { status: 503, title: 'Not available' };
    renderInRemote(<ModulesPage />, may);
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible();
  });

  it('are turned on with the version that was seen, and tell who was faster', async () => {
    api.answers['PUT /modules'] = { modules: [{ ...fuel, on: true, version: 4 }], sources };
    const { user } = renderInRemote(<ModulesPage />, may);
    await user.click(await screen.findByRole('switch', { name: 'Fuel' }));
    expect(sent('PUT /modules')).toEqual([{ modules: [{ id: 'fuel', on: true, version: 3 }] }]);
    await waitFor(() => expect(screen.getByRole('switch', { name: 'Fuel' })).toBeChecked());
    const title = 'Amelia Marsh has switched Fuel off in the meantime.';
    api.answers['PUT /modules'] = { status: 409, title };
    await user.click(screen.getByRole('switch', { name: 'Fuel' }));
    await waitFor(() => expect(screen.getByRole('switch', { name: 'Fuel' })).not.toBeChecked());
  });
});

describe('the settings of a module', () => {
  it('are saved as far as they changed, and a secret stays unless another is entered', async () => {
    api.answers['PUT /settings/fuel'] = { ...settings, version: 3, values: { price: 1.7, source: 'can' } };
    const { user, container } = renderInRemote(<ModulesPage />, may);
    await user.click(await screen.findByRole('button', { name: 'Settings of Fuel' }));
    const price = await screen.findByLabelText('Diesel price');
    expect(screen.getByLabelText('API key')).toHaveValue('');
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.clear(price);
    await user.type(price, '1.7');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent('PUT /settings/fuel')).toEqual([{ version: 2, values: { price: 1.7 } }]));
  });

  it('show what the server refuses on its field', async () => {
    api.answers['PUT /settings/fuel'] = { status: 422, title: 'The request is not valid.', errors: [{ location: 'body.values.price', message: 'must be at most 10' }] };
    const { user } = renderInRemote(<ModulesPage />, may);
    await user.click(await screen.findByRole('button', { name: 'Settings of Fuel' }));
    await user.type(await screen.findByLabelText('Diesel price'), '1');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('must be at most 10')).toBeVisible();
  });
});
