import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { aPlugin, FakeHost } from '../testing/fake-host';
import { PluginsScreen } from './plugins-screen';

let host: FakeHost;
const oneHost = { host: 'h1', host_id: 'h1-a', hosts: [{ id: 'h1-a', name: 'h1' }] };
const all = { granted: ['viewOperations', 'operateHost', 'viewAuditLog'] };

beforeEach(async () => {
  history.replaceState(null, '', '/admin/plugins');
  host = new FakeHost();
  await host.install();
  const broken = { state: 'quarantined', detail: 'signal: killed', restarts: 5, last_exit: 'signal: killed', last_exit_at: '2026-11-21T08:00:00Z' };
  host.answers.set('/admin/plugins', { ...oneHost, plugins: [aPlugin('geo'), aPlugin('rooms', broken)] });
  host.answers.set('/admin/plugins/geo/restart', { done: 'geo was restarted' });
});

afterEach(() => vi.unstubAllGlobals());

describe('the plugins screen', () => {
  it('shows every plugin, in words', async () => {
    const { container } = renderInRemote(<PluginsScreen />, all);
    expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible();
    const row = (await screen.findByRole('button', { name: /^ROOMS/ })).closest('tr') as HTMLElement;
    expect(within(row).getByText('Quarantined')).toBeVisible();
    expect(row).toHaveTextContent('signal: killed');
    expect(screen.getByText('On host h1 · last minute')).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('restarts one after asking', async () => {
    const { user } = renderInRemote(<PluginsScreen />, all);
    await user.click(await screen.findByRole('button', { name: 'Actions for GEO' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Restart' }));
    expect(host.sent).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Restart' }));
    expect(await screen.findByText('GEO was restarted')).toBeVisible();
    expect(host.sent.map(({ path }) => path)).toEqual(['/admin/plugins/geo/restart']);
  });

  it('keeps to one of several hosts, names it, and acts on the one that is chosen', async () => {
    const hosts = [{ id: 'h1-a', name: 'h1' }, { id: 'h2-b', name: 'h2' }];
    host.answers.set('/admin/plugins', (query: URLSearchParams) => {
      const id = query.get('host') ?? 'h1-a';
      return { host: id.slice(0, 2), host_id: id, hosts, plugins: [aPlugin('geo', { version: id })] };
    });
    const { user, container } = renderInRemote(<PluginsScreen />, all);
    const choice = await screen.findByRole('combobox', { name: 'Host' });
    await waitFor(() => expect(location.search).toBe('?host=h1-a'));
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.selectOptions(choice, 'h2');
    await waitFor(() => expect(screen.getByText('On host h2 · last minute')).toBeVisible());
    await user.click(screen.getByRole('button', { name: 'Actions for GEO' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Restart' }));
    await waitFor(() => expect(screen.getByText(/This affects host h2 only/)).toBeVisible());
    await user.click(await screen.findByRole('button', { name: 'Restart' }));
    await waitFor(() => expect(host.sent.map(({ path }) => path)).toEqual(['/admin/plugins/geo/restart?host=h2-b']));
  });

  it('offers nothing to do to those who only look', async () => {
    renderInRemote(<PluginsScreen />, { granted: ['viewOperations'] });
    await screen.findByRole('button', { name: /^GEO/ });
    expect(screen.queryByRole('button', { name: 'Actions for GEO' })).not.toBeInTheDocument();
  });

  it('sorts by a column, both ways and back', async () => {
    const { user } = renderInRemote(<PluginsScreen />, all);
    await screen.findByRole('button', { name: /^GEO/ });
    const names = () => screen.getAllByRole('button', { name: /^(GEO|ROOMS)/ }).map(({ textContent }) => textContent?.slice(0, 3));
    await user.click(screen.getByRole('button', { name: 'Restarts' }));
    await user.click(screen.getByRole('button', { name: 'Restarts' }));
    await waitFor(() => expect(names()).toEqual(['ROO', 'GEO']));
    expect(screen.getByRole('columnheader', { name: 'Restarts' })).toHaveAttribute('aria-sort', 'descending');
  });

  it('says when it cannot load, and when it may not', async () => {
    host.status = 500;
    const { user, unmount } = renderInRemote(<PluginsScreen />, all);
    await screen.findByRole('button', { name: 'Retry' });
    host.status = 200;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('button', { name: /^GEO/ })).toBeVisible();
    unmount();
    renderInRemote(<PluginsScreen />, { granted: ['viewVehicle'] });
    expect(screen.getByText('You do not have permission to see this')).toBeVisible();
  });
});
