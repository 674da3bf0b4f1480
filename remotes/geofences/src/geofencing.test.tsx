import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Geofencing } from './geofencing';
import { FakeApi } from './testing/api';

// Drawing needs a browser, and is tried in one; here a button stands for the hand.
vi.mock('@outrider/sdk/map-draw', () => ({
  DrawMap: ({ onChange }: { onChange: (shape: unknown) => void }) => (
    <button type="button" onClick={() => onChange({ kind: 'circle', geometry: { type: 'Point', coordinates: [-2.4, 53.3] }, radius_m: 120 })}>
      Draw
    </button>
  ),
}));

const shape = { type: 'circle', center: { lat: 53.3, lng: -2.4 }, radius_m: 120 };
const fence = {
  id: 'f1', name: 'Yard', description: 'Bays', colour: '#1976D2B3', shape, triggers: { enter: true, leave: false, speed_above_kmh: 80.4672 }, active_period: null, disabled: false, all_vehicles: false,
  vehicle_ids: [], created_by: 'u0', group_id: 'demo', group_ids: [], shared_with: ['u1'], may_edit: true, version: 3,
};
const row = { ...fence, kind: 'circle', vehicle_count: 0, box: [-2.41, 53.29, -2.39, 53.31] };
const may = ['viewGeofence', 'createGeofence', 'editGeofence', 'disableGeofence', 'deleteGeofence', 'shareGeofence', 'unshareGeofence', 'listUsers'];
const patience = { timeout: 30_000 };
let api: FakeApi;

beforeEach(async () => {
  history.replaceState(null, '', '/geo-fence');
  vi.spyOn(console, 'error').mockImplementation(() => {});
  api = new FakeApi();
  api.answers = {
    'GET /geofences': { geofences: [row], page_count: 1, total_records: 1 },
    'GET /geofences/now': { geofences: [{ id: 'f1', inside: 2, events: 14 }] },
    'GET /geofences/map': { geofences: [fence], more: false },
    'GET /geofences/f1': { geofence: [fence] },
    'GET /geofences/f1/email_list/alerts': { alert_email_list: [{ alert_type: 'boundary_geo_alert', emails: ['gate@works.test'] }] },
    'GET /vehicles/tree': { id: 'demo', metadata: { label: 'Demo' }, nodes: [], vehicleArray: [{ id: 'v1', vehicle_name: 'VAN-1' }] },
    'GET /users/verbose': [{ id: 'u1', email: 'a@b.test', Profile: { firstname: 'Ann', lastname: 'Lee' } }, { id: 'u2', email: 'c@d.test' }],
    'DELETE /geofences/f1/unshare/user/u1': { status: 204 },
    'PUT /geofences/f1': { geofence: [{ ...fence, name: 'Depot' }] },
    'GET /geofences/visits': {
      visits: [{ id: 'x', geofence_id: 'f1', geofence: 'Yard', vehicle_id: 'v1', vehicle: 'VAN-1', arrival_ms: 1_795_000_000_000, departure_ms: 0, duration_s: 600, ended: '', found: true, through: false, distance_m: 300, top_speed_kmh: 20, corrected_ms: 0, events: [] }],
      page_count: 1, total_records: 1,
    },
  };
  await api.install();
});

afterEach(() => vi.unstubAllGlobals());

describe('geofencing', () => {
  it('lists geofences with who is inside, and warns of one without vehicles', async () => {
    const { container } = renderInRemote(<Geofencing />, { granted: may });
    expect(await screen.findByText('Yard', {}, patience)).toBeVisible();
    expect(screen.getByText('No vehicles are linked to this geofence')).toBeInTheDocument();
    expect(screen.getByText('14 raised in 30 days')).toBeVisible();
    expect(screen.getByText('Bays')).toBeVisible();
    expect(screen.getByRole('columnheader', { name: /State/ })).toBeInTheDocument();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('says that it is not allowed', () => {
    renderInRemote(<Geofencing />, { granted: [] });
    expect(screen.getByText('You do not have permission to see this')).toBeVisible();
  });

  it('says what is missing before anything is sent', async () => {
    history.replaceState(null, '', '/geo-fence/new');
    const { user } = renderInRemote(<Geofencing />, { granted: may });
    await user.click(await screen.findByRole('checkbox', { name: 'Enter' }, patience));
    await user.click(screen.getByRole('checkbox', { name: 'Leave' }));
    await user.click(screen.getByRole('button', { name: 'Save geofence' }));
    for (const text of ['Please enter a name for the geofence.', 'Please add a shape for this geofence.', 'A geofence must have at least one trigger!']) {
      expect(await screen.findByText(text, {}, patience)).toBeVisible();
    }
    expect(api.calls.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
  });

  it('draws by keyboard, and makes the geofence', async () => {
    history.replaceState(null, '', '/geo-fence/new');
    api.answers['POST /geofences'] = { ...fence, id: 'f2', shared_with: [] };
    const { user } = renderInRemote(<Geofencing />, { granted: may });
    await user.type(await screen.findByLabelText(/^Name/, {}, patience), 'Yard');
    await user.click(screen.getByRole('button', { name: 'Draw' }));
    await user.click(screen.getByRole('button', { name: 'Save geofence' }));
    await waitFor(() => expect(api.bodiesOf('POST /geofences')[0]).toMatchObject({ name: 'Yard', shape: { type: 'circle', center: { lat: 53.3, lng: -2.4 }, radius_m: 120 }, triggers: { enter: true, leave: true }, all_vehicles: true }), patience);
  });

  it('changes a geofence with the version that was seen, and says whom it could not share with', async () => {
    history.replaceState(null, '', '/geo-fence/f1/edit');
    const { user } = renderInRemote(<Geofencing />, { granted: may });
    const name = await screen.findByLabelText(/^Name/, {}, patience);
    await user.clear(name);
    await user.type(name, 'Depot');
    await user.click(await screen.findByRole('button', { name: /Ann Lee/ })); // not shared any more
    await user.click(screen.getByRole('button', { name: 'Save geofence' }));
    await waitFor(() => expect(api.bodiesOf('PUT /geofences/f1')[0]).toMatchObject({ name: 'Depot', version: 3, triggers: { speed_above_kmh: 80.4672 } }), patience);
    await waitFor(() => expect(api.calls.some(({ call }) => call === 'DELETE /geofences/f1/unshare/user/u1')).toBe(true), patience);
  });

  it('says that a geofence could not be made, and keeps what was typed', async () => {
    history.replaceState(null, '', '/geo-fence/new');
    api.answers['POST /geofences'] = { status: 500, title: 'Sorry something went wrong' };
    const { user } = renderInRemote(<Geofencing />, { granted: may });
    await user.type(await screen.findByLabelText(/^Name/, {}, patience), 'Yard');
    await user.click(screen.getByRole('button', { name: 'Draw' }));
    await user.click(screen.getByRole('button', { name: 'Save geofence' }));
    expect((await screen.findAllByText('Error creating geofence.', {}, patience))[0]).toBeVisible();
    expect(screen.getByLabelText(/^Name/)).toHaveValue('Yard');
  });

  it('says for how many users sharing failed, of a geofence that is saved', async () => {
    history.replaceState(null, '', '/geo-fence/f1/edit');
    api.answers['DELETE /geofences/f1/unshare/user/u1'] = { status: 503, title: 'Not now' };
    const { user } = renderInRemote(<Geofencing />, { granted: may });
    await user.click(await screen.findByRole('button', { name: /Ann Lee/ }, patience));
    await user.click(screen.getByRole('button', { name: 'Save geofence' }));
    expect(await screen.findByText('sharing failed to update for 1 user', {}, patience)).toBeVisible();
    expect(api.bodiesOf('PUT /geofences/f1')).toHaveLength(1);
  });

  it('warns in the form of a geofence without vehicles', async () => {
    history.replaceState(null, '', '/geo-fence/f1/edit');
    const { user } = renderInRemote(<Geofencing />, { granted: may });
    expect(await screen.findByText('No vehicles are linked to this geofence', {}, patience)).toBeVisible();
    await user.click(screen.getByRole('switch', { name: /All vehicles/ }));
    expect(screen.queryByText('No vehicles are linked to this geofence')).toBeNull();
  });

  it('shows a name of HTML as it was typed', async () => {
    api.answers['GET /geofences'] = { geofences: [{ ...row, name: '<img src=x onerror=alert(1)>' }], page_count: 1, total_records: 1 };
    const { container } = renderInRemote(<Geofencing />, { granted: may });
    expect(await screen.findByText('<img src=x onerror=alert(1)>', {}, patience)).toBeVisible();
    expect(container.querySelector('img[src="x"]')).toBeNull();
  });

  it('begins a new geofence as a copy', async () => {
    history.replaceState(null, '', '/geo-fence/new?copy=f1');
    api.answers['POST /geofences'] = { ...fence, id: 'f2', shared_with: [] };
    api.answers['PUT /geofences/email_list/alerts'] = {};
    const { user } = renderInRemote(<Geofencing />, { granted: may });
    expect(await screen.findByLabelText(/^Name/, {}, patience)).toHaveValue('Copy of Yard');
    await user.click(screen.getByRole('button', { name: 'Save geofence' }));
    await waitFor(() => expect(api.bodiesOf('POST /geofences')[0]).toMatchObject({ name: 'Copy of Yard', shape, triggers: { enter: true, speed_above_kmh: 80.4672 } }), patience);
    await waitFor(() => expect(api.bodiesOf('PUT /geofences/email_list/alerts')).toHaveLength(1), patience);
    expect(api.calls.some(({ call }) => call.includes('/share/'))).toBe(false);
  });

  it('shows the visits of the one that the address names', async () => {
    history.replaceState(null, '', '/geo-fence/f1');
    renderInRemote(<Geofencing />, { granted: may });
    const details = within(await screen.findByRole('region', { name: 'Yard' }, patience));
    expect(await details.findByText('VAN-1', {}, patience)).toBeVisible();
    expect(details.getByText('Inside now')).toBeVisible();
    expect(details.getByText('Already inside when first seen')).toBeVisible();
  });

  it('says how many vehicles and groups are linked', async () => {
    history.replaceState(null, '', '/geo-fence/f1');
    api.answers['GET /geofences/f1'] = { geofence: [{ ...fence, vehicle_ids: ['v1'], group_ids: ['g1', 'g2'] }] };
    const { user } = renderInRemote(<Geofencing />, { granted: may });
    const details = within(await screen.findByRole('region', { name: 'Yard' }, patience));
    await user.click(details.getByRole('tab', { name: 'Details' }));
    expect(await details.findByText('1 vehicle, 2 groups', {}, patience)).toBeVisible();
  });

  it('sums up the visits by day', async () => {
    history.replaceState(null, '', '/geo-fence/f1');
    api.answers['GET /geofences/visits/days'] = { days: [{ day: '2026-07-21', geofence_id: 'f1', geofence: 'Yard', geofence_deleted: false, visits: 9, vehicles: 4, inside_s: 7200 }] };
    const { user } = renderInRemote(<Geofencing />, { granted: may });
    const details = within(await screen.findByRole('region', { name: 'Yard' }, patience));
    await user.click(details.getByRole('tab', { name: 'By day' }));
    expect(await details.findByText('21 July 2026', {}, patience)).toBeVisible();
    expect(details.getByText('2 h')).toBeVisible();
  });
});
