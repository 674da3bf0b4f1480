import { accessibilityProblems, renderInRemote, type ShellInfoOptions } from '@outrider/sdk/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { MapScreen } from './map-screen';
import { aPresence, now } from './testing/fleet';
import { FakeFleetApi } from './testing/screen';

let api: FakeFleetApi;

beforeEach(async () => {
  history.replaceState(null, '', '/map-view');
  vi.useFakeTimers({ toFake: ['Date'], now });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  api = new FakeFleetApi();
  await api.install();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = (options: ShellInfoOptions = {}) => renderInRemote(<MapScreen />, options);
const rowNames = () => screen.queryAllByRole('button', { name: /HGV-/ }).map((row) => /HGV-\d+/.exec(row.textContent ?? '')?.[0]);
const row = (name: string) => screen.findByRole('button', { name: new RegExp(name) });

describe('the Map screen', () => {
  it('shows its layout while it loads, then every vehicle in words', async () => {
    const { container } = show();
    expect(screen.getByRole('status', { name: 'Loading vehicles' })).toBeVisible();
    expect((await row('HGV-001')).textContent).toBe('HGV-001 · Scania R450DrivingM6 J18, Holmes Chapel55 mph1 s ago');
    expect((await row('HGV-002')).textContent).toContain('IdlingTrafford Park depot0 mph');
    expect((await row('HGV-003')).textContent).toContain('Park Mode');
    expect((await row('HGV-003')).textContent).toContain('Park Mode');
    expect((await row('HGV-004')).textContent).toContain('No signal');
    expect(screen.getByText(/^Base map: offline · positions 1 s old$/)).toBeInTheDocument();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('says when there is nothing', async () => {
    api.vehicles = [];
    api.presences = [];
    show();
    expect(await screen.findByText('No vehicles yet')).toBeVisible();
  });

  it('says when it cannot load, and loads when asked again', async () => {
    api.status = 500;
    const { user } = show();
    expect(await screen.findByText('Could not load data.')).toBeVisible();
    api.status = 200;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await row('HGV-001')).toBeVisible();
  });

  it('shows the vehicles when only presence cannot be loaded, and their places when asked again', async () => {
    api.presenceStatus = 503;
    const { user } = show();
    expect(await row('HGV-001')).toBeVisible();
    expect(await screen.findByRole('alert')).toHaveTextContent('Positions could not be loaded.');
    api.presenceStatus = undefined;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(async () => expect((await row('HGV-001')).textContent).toContain('Driving'));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('does not have presence pushed of more vehicles than the host pushes', async () => {
    show({ mostPushed: 4 });
    await row('HGV-001');
    await waitFor(() => expect(api.isSubscribed()).toBe(false));
  });

  it('does not ask for the list of vehicles that a driver may not see', async () => {
    show({ granted: ['getVehiclePresence'] });
    expect(await row('HGV-001')).toBeVisible();
    expect(api.asked.filter((url) => url.includes('/vehicles/verbose'))).toEqual([]);
  });

  it.each([
    ['the permission is missing', { granted: ['viewVehicle'] }, 200],
    ['the server refuses', {}, 403],
  ])('says that it is not allowed when %s', async (_name, options, status) => {
    api.status = status;
    show(options);
    expect(await screen.findByText('You do not have permission to see this')).toBeVisible();
  });

  it('shows what is pushed, and not what is older', async () => {
    show();
    await row('HGV-003');
    act(() => api.push(aPresence(3, 'MOVING', { last_seen: new Date(now).toISOString(), speed: 48.3 })));
    await waitFor(async () => expect((await row('HGV-003')).textContent).toContain('30 mph'));
    act(() => api.push(aPresence(3, 'OFFLINE', { last_seen: new Date(now - 60_000).toISOString() }), 'rubbish'));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect((await row('HGV-003')).textContent).toContain('30 mph');
    expect(screen.getByRole('button', { name: /^Driving/ })).toHaveTextContent('2');
  });

  it('reads the snapshot again after a resync', async () => {
    show();
    await row('HGV-002');
    api.presences = [aPresence(2, 'STATIONARY')];
    act(() => api.resync());
    await waitFor(async () => expect((await row('HGV-002')).textContent).toContain('Park Mode'));
  });

  it('searches, filters by state, and says how many were found', async () => {
    const { user } = show();
    await row('HGV-001');
    await user.keyboard('/');
    await user.keyboard('trafford');
    await waitFor(() => expect(rowNames()).toEqual(['HGV-002']));
    expect(screen.getByText('1 vehicle found')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: /^Park Mode/ }));
    await user.click(screen.getByRole('button', { name: /^Offline/ }));
    await waitFor(() => expect(rowNames()).toEqual(['HGV-003', 'HGV-004']));
    expect(screen.getByRole('button', { name: /^Offline/ })).toHaveAttribute('aria-pressed', 'true');
  });

  it('offers to clear a filter that nothing matches', async () => {
    const { user } = show();
    await row('HGV-001');
    await user.type(screen.getByRole('searchbox'), 'zeppelin');
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
    expect(await row('HGV-001')).toBeVisible();
  });

  it('sorts as chosen', async () => {
    const { user } = show();
    await row('HGV-001');
    expect(rowNames()).toEqual(['HGV-001', 'HGV-002', 'HGV-003', 'HGV-004']);
    act(() => api.push(aPresence(4, 'MOVING', { speed: 100, last_seen: new Date(now).toISOString() })));
    await waitFor(async () => expect((await row('HGV-004')).textContent).toContain('62 mph'));
    await user.click(screen.getByRole('button', { name: 'Sorted by: Last update' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Speed' }));
    await waitFor(() => expect(rowNames()[0]).toBe('HGV-004'));
  });

  it('keeps the choice of online only with the user', async () => {
    const { user } = show();
    await row('HGV-004');
    await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Online only' }));
    await waitFor(() => expect(rowNames()).not.toContain('HGV-004'));
    expect(api.saved).toEqual([{ app: { outrider: { version: 1, ui: { mapView: { filterOnline: true } } } } }]);
  });

  it('is worked by the keyboard: arrows move, Enter opens, Esc closes', async () => {
    const { user } = show();
    (await row('HGV-001')).focus();
    await user.keyboard('{ArrowDown}');
    await waitFor(async () => expect(await row('HGV-002')).toHaveFocus());
    await user.keyboard('{End}');
    await waitFor(async () => expect(await row('HGV-004')).toHaveFocus());
    await user.keyboard('{Home}{Enter}'); // without a pause: the focus must not lag behind
    const popup = await screen.findByRole('article', { name: 'HGV-001' });
    expect(location.search).toBe('?vehicle_id=v1');
    expect(popup).toHaveTextContent('55 mph60DrivingNorth · ignition on');
    expect(popup).toHaveTextContent('D700 · 4 channels');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument());
    expect(location.search).toBe('');
  });

  it('opens the vehicle that the address names', async () => {
    history.replaceState(null, '', '/map-view?vehicle_id=v3');
    const { container } = show();
    expect(await screen.findByRole('article', { name: 'HGV-003' })).toHaveTextContent('PN71 KXC · Crewe depot');
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('speaks the language and units of the user', async () => {
    show({ units: 'Metric' });
    expect((await row('HGV-001')).textContent).toContain('89 km/h');
  });
});
