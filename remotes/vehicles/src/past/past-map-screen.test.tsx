import { addMessages } from '@outrider/sdk';
import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { FleetStore } from '../fleet/fleet-store';
import { MapScreen } from '../map-screen';
import { aPresence, aPresenceRecord, aVehicleRecord, now } from '../testing/fleet';
import { FakeFleetApi } from '../testing/screen';
import en from './locales/en.json';

const at = now - 3_600_000;
const patience = { timeout: 30_000 };
let api: FakeFleetApi;

beforeEach(async () => {
  history.replaceState(null, '', `/map-view?at=${at}`);
  vi.useFakeTimers({ toFake: ['Date'], now });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  api = new FakeFleetApi();
  api.moment = [aPresence(1, 'IDLING', { last_seen: new Date(at - 4000).toISOString() })];
  await addMessages('past', async () => en);
  await api.install();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

describe('the map of the past', () => {
  it('shows how vehicles stood, and says that it is not live', async () => {
    const { container } = renderInRemote(<MapScreen />);
    const row = await screen.findByRole('button', { name: /HGV-001/ }, patience);
    expect(row.textContent).toContain('Idling');
    expect(row.textContent).toContain('4 s ago');
    expect(screen.getByRole('button', { name: /HGV-002/ }).textContent).toContain('No signal'); // nothing was heard of it
    expect(screen.getByText('Nothing here is live.')).toBeVisible();
    expect(api.asked.some((url) => url.includes(`/vehicles/moment?at_ms=${at}`))).toBe(true);
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('asks for places, drivers and trails once time rests, and counts the day', async () => {
    const dayBegins = now - (now % 86_400_000);
    api.counts = [{ at_ms: dayBegins + 450_000, moving: 3, idling: 1 }];
    api.moment = [aPresence(1, 'MOVING', { last_seen: new Date(at - 4000).toISOString(), place: 'M6 J18', driver: 'Gareth Pugh', group: 'North then' })];
    renderInRemote(<MapScreen />);
    expect((await screen.findByRole('button', { name: /HGV-001/ }, patience)).textContent).toContain('M6 J18');
    await waitFor(() => expect(api.asked.some((url) => url.includes('details=true'))).toBe(true), patience);
    expect(api.asked.some((url) => url.includes('/moment/counts?'))).toBe(true);
    expect(await screen.findByText('3', { selector: '.past-legend b' }, patience)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Trails of 15 min' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('slider', { name: 'Time of day' })).toBeEnabled();
  });

  it('steps, and comes back to what is live', async () => {
    const { user } = renderInRemote(<MapScreen />);
    await user.click(await screen.findByRole('button', { name: 'One minute on' }, patience));
    await waitFor(() => expect(api.asked.some((url) => url.includes(`at_ms=${at + 60_000}`))).toBe(true), patience);
    await user.click(screen.getByRole('button', { name: /Back to live/ }));
    await waitFor(() => expect(screen.queryByText('Nothing here is live.')).not.toBeInTheDocument(), patience);
    expect(location.search).toBe('');
    expect((await screen.findByRole('button', { name: /HGV-001/ }, patience)).textContent).toContain('Driving');
  });

  it('says when it cannot load, and still leads back', async () => {
    api.momentStatus = 500;
    renderInRemote(<MapScreen />);
    expect(await screen.findByText('An error occured - please try again later', {}, patience)).toBeVisible();
    expect(screen.getByRole('button', { name: /Back to live/ })).toBeEnabled();
  });

  it('is for those alone who may see where vehicles were', async () => {
    renderInRemote(<MapScreen />, { granted: ['getVehiclePresence', 'viewVehicle'] });
    expect((await screen.findByRole('button', { name: /HGV-001/ }, patience)).textContent).toContain('Driving');
    expect(screen.queryByRole('button', { name: 'Time machine' })).not.toBeInTheDocument();
    expect(api.asked.some((url) => url.includes('/moment'))).toBe(false);
  });
});

describe('a fleet at a moment', () => {
  it('goes back as well as on, and forgets what was shown', () => {
    const store = new FleetStore(() => now);
    const vehicles = [aVehicleRecord(1), aVehicleRecord(2)];
    store.showMoment(vehicles, [aPresenceRecord(1, 'MOVING', { last_seen: now }), aPresenceRecord(2, 'MOVING')]);
    store.showMoment(vehicles, [aPresenceRecord(1, 'STATIONARY', { last_seen: now - 90_000 })]);
    const { byId, counts } = store.getSnapshot();
    expect(byId.get('v1')).toMatchObject({ status: 'STATIONARY', lastSeen: now - 90_000 });
    expect(byId.get('v2')).toMatchObject({ status: 'OFFLINE', position: undefined });
    expect(counts).toMatchObject({ STATIONARY: 1, OFFLINE: 1, MOVING: 0 });
  });
});
