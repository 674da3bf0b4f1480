import { setModuleLoader, type VehicleColumn } from '@outrider/sdk';
import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { FakeApi } from '../testing/api';
import { VehiclesScreen } from './vehicles-screen';

const vehicle = {
  id: 'v1', vehicle_name: 'HGV-001', vehicle_type: 'truck', node: 'crewe', group: 'Crewe depot', make: 'Scania', model: 'R450', fuel: 'diesel', displacement: 12742,
  year: 2021, VIN: 'Z99DA0DEMX0000001', notes: 'tail lift', key: 'PN71 KXA', disabled: false, version: 3, devices: [{ device_id: 'd1', is_defaultdevice: true, model: 'D700' }],
};
const may = ['viewVehicle', 'createVehicle', 'updateVehicle', 'viewDeviceInfo', 'disableVehicle', 'deleteVehicle'];

let api: FakeApi;

beforeEach(async () => {
  history.replaceState(null, '', '/vehicles');
  vi.spyOn(console, 'error').mockImplementation(() => {});
  api = new FakeApi();
  api.answers = {
    'GET /vehicles/verbose': { Vehicles: [vehicle], page_count: 1, total_records: 1 },
    'GET /vehicles/v1/verbose': vehicle,
    'GET /vehicles/groups': { Groups: [{ id: 'demo', parent_id: '', label: 'Demo', depth: 0 }, { id: 'crewe', parent_id: 'demo', label: 'Crewe depot', depth: 1 }] },
    'GET /vehicles/faults': { Faults: [], page_count: 1, total_records: 4, total_vehicles: 2, by_type: [] },
    'GET /vehicles/v1/drivers': { Drivers: [{ id: 'a', vehicle_id: 'v1', driver_id: 'g', driver_name: 'Gareth Pugh', from: '2026-11-21T06:00:00Z', to: null }] },
    'GET /drivers': { Drivers: [{ id: 'g', name: 'Gareth Pugh' }, { id: 'l', name: 'Lucy Barlow' }] },
  };
  await api.install();
});

afterEach(() => vi.unstubAllGlobals());

describe('the Vehicles screen', () => {
  it('lists vehicles with the columns of the product', async () => {
    const { container } = renderInRemote(<VehiclesScreen />, { granted: may });
    expect(await screen.findByText('HGV-001')).toBeVisible();
    for (const text of ['Crewe depot', 'Scania', 'R450', 'Diesel', 'Z99DA0DEMX0000001', 'tail lift']) {
      expect(screen.getByText(text)).toBeVisible();
    }
    expect(screen.getByRole('link', { name: /Hardware faults/ })).toHaveTextContent('4');
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('has the columns of other plugins, and is there without those that cannot be read', async () => {
    const source = (id: string, load: VehicleColumn['load']) => ({ vehicleColumns: () => [{ id, label: `The ${id}`, load }] });
    setModuleLoader(({ remote }) => Promise.resolve(remote === 'good' ? source('charge', (ids) => Promise.resolve({ [ids[0] ?? '']: { text: '12%', tone: 'warn' as const }, other: { text: 'no' } })) : source('broken', () => Promise.reject(new Error('503')))));
    const remotes = ['good', 'bad'].map((name) => ({ name, slots: [{ slot: 'vehicle-columns', module: './columns' }] }));
    renderInRemote(<VehiclesScreen />, { granted: may, remotes });
    expect(await screen.findByText('12%')).toBeVisible();
    expect(screen.getByRole('columnheader', { name: /The charge/ })).toBeVisible();
    expect(screen.getByRole('columnheader', { name: /The broken/ })).toBeVisible();
    expect(screen.getByText('HGV-001')).toBeVisible();
  });

  it('says that it is not allowed', () => {
    renderInRemote(<VehiclesScreen />, { granted: [] });
    expect(screen.getByText('You do not have permission to see this')).toBeVisible();
  });

  it('opens the vehicle that the address names, and saves what is changed with the version that was seen', async () => {
    history.replaceState(null, '', '/vehicles?vehicle_id=v1');
    api.answers['PUT /vehicles/v1/verbose'] = { ...vehicle, notes: 'no lift', version: 4 };
    const { user } = renderInRemote(<VehiclesScreen />, { granted: may });
    const dialog = within(await screen.findByRole('dialog', { name: 'HGV-001' }));
    expect(await dialog.findByText('Gareth Pugh')).toBeVisible();
    const notes = await dialog.findByLabelText('Notes');
    await user.clear(notes);
    await user.type(notes, 'no lift');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.bodiesOf('PUT /vehicles/v1/verbose')[0]).toMatchObject({ notes: 'no lift', version: 3, vehicle_name: 'HGV-001' }));
  });

  it('shows who drove, takes a drive out that was a mistake, and has another driver drive', async () => {
    history.replaceState(null, '', '/vehicles?vehicle_id=v1');
    const past = { id: 'b', vehicle_id: 'v1', driver_id: 'l', driver_name: 'Lucy Barlow', from: '2026-11-20T06:00:00Z', to: '2026-11-20T16:00:00Z' };
    api.answers['GET /vehicles/v1/drivers'] = { Drivers: [{ ...past, id: 'a', driver_name: 'Gareth Pugh', to: null }, past] };
    api.answers['DELETE /vehicles/v1/drivers/b'] = {};
    api.answers['POST /vehicles/v1/drivers'] = past;
    const { user } = renderInRemote(<VehiclesScreen />, { granted: may });
    const drivers = within(await screen.findByRole('region', { name: 'Driver' }));
    await user.click(await drivers.findByRole('button', { name: /^Remove Lucy Barlow/ }));
    await user.click(await screen.findByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(api.bodiesOf('DELETE /vehicles/v1/drivers/b')).toHaveLength(1));
    await user.click(drivers.getByRole('combobox', { name: 'Driver' }));
    await user.click(await screen.findByRole('option', { name: 'Lucy Barlow' }));
    await user.click(drivers.getByRole('button', { name: 'Assign driver' }));
    await waitFor(() => expect(api.bodiesOf('POST /vehicles/v1/drivers')[0]).toEqual({ driver_id: 'l' }));
  });

  it('refuses a short VIN while it is typed, and says what the server has against a key', async () => {
    api.answers['POST /vehicles'] = { status: 409, title: 'Another vehicle has this key.' };
    const { user } = renderInRemote(<VehiclesScreen />, { granted: may });
    await user.click(await screen.findByRole('button', { name: 'Add vehicle' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New vehicle' }));
    expect(dialog.getByRole('tab', { name: /Devices/ })).toHaveAttribute('aria-disabled', 'true');
    await waitFor(() => expect(dialog.getByLabelText(/^Name/)).toHaveFocus());
    const vin = dialog.getByLabelText('VIN');
    await user.type(vin, '123');
    expect(await dialog.findByText('This field must be at least 17 characters.')).toBeVisible();
    await user.clear(vin);
    await user.type(dialog.getByLabelText(/^Name/), 'Van');
    await user.click(dialog.getByRole('button', { name: 'Add vehicle' }));
    expect(await dialog.findByText('Another vehicle has this key.')).toBeVisible();
    expect(dialog.getByLabelText(/^Name/)).toHaveValue('Van');
  });

  it('keeps the Devices tab disabled without its permission', async () => {
    history.replaceState(null, '', '/vehicles?vehicle_id=v1');
    renderInRemote(<VehiclesScreen />, { granted: ['viewVehicle'] });
    const dialog = within(await screen.findByRole('dialog', { name: 'HGV-001' }));
    expect(dialog.getByRole('tab', { name: /Devices/ })).toHaveAttribute('aria-disabled', 'true');
    expect(await dialog.findByLabelText(/^Name/)).toBeDisabled();
    expect(dialog.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
  });
});
