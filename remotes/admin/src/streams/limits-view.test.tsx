import { session } from '@outrider/sdk';
import { renderInRemote } from '@outrider/sdk/testing';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { FakeHost } from '../testing/fake-host';
import { LimitsView } from './limits-view';

let host: FakeHost;
const all = { granted: ['viewOperations', 'viewGateway'] };
const limits = [{ topic: 'events', per_second: 2, day: 3000, day_bytes: 1024, org_day: 60000, org_day_bytes: 0 }];

beforeEach(async () => {
  vi.spyOn(session, 'orgId').mockReturnValue('demo');
  host = new FakeHost();
  await host.install();
  host.answers.set('/admin/publishing', { plugins: [] });
  host.answers.set('/org/demo/gateway/usage', { usage: [], limits, own: [], most: 10 });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the limits', () => {
  it('show which plugin is refused, and why', async () => {
    const quiet = { stream: 'EVENTS', messages_today: 12, bytes_today: 2048, bytes_week: 4096, most_bytes_week: 8192, refused: 0, reason: '' };
    const loud = { ...quiet, plugin: 'rooms', refused: 31, refused_since: new Date().toISOString(), reason: 'the plugin publishes more than 10 messages a second' };
    host.answers.set('/admin/publishing', { plugins: [loud, { ...quiet, plugin: 'alerts' }] });
    renderInRemote(<LimitsView />, all);
    const table = await screen.findByRole('table', { name: 'What plugins publish' });
    expect(within(table).getByText('the plugin publishes more than 10 messages a second')).toBeVisible();
    expect(within(table).getByText(/^31, since/)).toBeVisible();
    expect(within(table).getByRole('row', { name: /alerts/ })).toHaveTextContent('4 kB of 8 kB');
  });

  it('show what the organisation and a device used', async () => {
    const sent = { topic: 'events', messages: 2999, bytes: 512, refused: 0 };
    host.answers.set('/org/demo/gateway/usage', { usage: [sent, { ...sent, device_id: 'truck', refused: 7 }], limits, own: [], most: 10 });
    renderInRemote(<LimitsView />, all);
    const table = await screen.findByRole('table', { name: 'What devices sent today' });
    expect(within(table).getByRole('row', { name: /The organisation|Organisation/ })).toHaveTextContent('2,999 of 60,000');
    expect(within(table).getByRole('row', { name: /truck/ })).toHaveTextContent('2,999 of 3,000');
    expect(within(table).getByRole('row', { name: /truck/ })).toHaveTextContent('7');
  });

  it('can be set for a device by support, within bounds', async () => {
    const own = [{ device_id: 'van', topic: 'events', day: 5 }];
    host.answers.set('/org/demo/gateway/usage', { usage: [{ device_id: 'truck', topic: 'events', messages: 1, bytes: 512, refused: 0 }], limits, own, most: 10 });
    host.answers.set('/org/demo/gateway/limits/events/devices/truck', { topic: 'events' });
    const { user } = renderInRemote(<LimitsView />, { granted: [...all.granted, 'changeDeviceLimits'] });
    const table = await screen.findByRole('table', { name: 'What devices sent today' });
    expect(within(table).getByRole('row', { name: /van/ })).toHaveTextContent('0 of 5');
    expect(within(table).getByRole('row', { name: /van/ })).toHaveTextContent('set here');
    await user.click(within(table).getByRole('button', { name: 'Change the limit of truck, events' }));
    const dialog = await screen.findByRole('dialog', { name: 'truck, events' });
    expect(within(dialog).getByText('Configuration: 3,000')).toBeVisible();
    const day = within(dialog).getByLabelText('Messages a day');
    await user.type(day, '30001');
    expect(await within(dialog).findByText(/at most 30,?000|30,?000/)).toBeVisible();
    await user.clear(day);
    await user.type(day, '4000');
    await user.type(within(dialog).getByLabelText('Messages a second'), '2.5');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(host.sent).toEqual([{ path: '/org/demo/gateway/limits/events/devices/truck', body: { day: 4000, per_second: 2.5 } }]));
  });

  it('can be set for one that has sent nothing, and not by who may not', async () => {
    host.answers.set('/org/demo/gateway/limits/events', { topic: 'events' });
    const { user, unmount } = renderInRemote(<LimitsView />, { granted: [...all.granted, 'changeDeviceLimits'] });
    await user.click(await screen.findByRole('button', { name: 'Set a limit' }));
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    const dialog = await screen.findByRole('dialog', { name: 'Organisation, events' });
    expect(within(dialog).queryByLabelText('Messages a second')).not.toBeInTheDocument();
    await user.type(within(dialog).getByLabelText('Size a day'), '1.5');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(host.sent).toEqual([{ path: '/org/demo/gateway/limits/events', body: { day_bytes: 1572864 } }]));
    unmount();
    renderInRemote(<LimitsView />, all);
    expect(await screen.findByText('No device has sent anything today.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Set a limit' })).not.toBeInTheDocument();
  });

  it('say that nothing was published or sent', async () => {
    renderInRemote(<LimitsView />, all);
    expect(await screen.findByText('No plugin has published anything this week.')).toBeVisible();
    expect(screen.getByText('No device has sent anything today.')).toBeVisible();
  });

  it('say that they may not be seen', async () => {
    host.status = 403;
    renderInRemote(<LimitsView />, all);
    expect(await screen.findAllByText('You do not have permission to see this')).toHaveLength(2);
  });
});
