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
  host.answers.set('/org/demo/gateway/usage', { usage: [], limits });
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
    host.answers.set('/org/demo/gateway/usage', { usage: [sent, { ...sent, device_id: 'truck', refused: 7 }], limits });
    renderInRemote(<LimitsView />, all);
    const table = await screen.findByRole('table', { name: 'What devices sent today' });
    expect(within(table).getByRole('row', { name: /The organisation|Organisation/ })).toHaveTextContent('2,999 of 60,000');
    expect(within(table).getByRole('row', { name: /truck/ })).toHaveTextContent('2,999 of 3,000');
    expect(within(table).getByRole('row', { name: /truck/ })).toHaveTextContent('7');
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
