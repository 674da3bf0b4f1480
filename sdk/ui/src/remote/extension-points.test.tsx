import { act, screen, waitFor } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { setShellInfo, type RemoteInfo } from '../session';
import { aShellInfo, renderInRemote } from '../testing';
import { defineRemote } from './define-remote';
import { actionsFor, runVehicleAction, type OfferedAction, type VehicleAction } from '../vehicle-panel/vehicle-actions';
import { announcedFor, contributionsForAlert, contributionsTo, setModuleLoader } from './slots';
import { VehiclePanelPlace } from '../vehicle-panel/vehicle-panel';
import type { VehiclePanelProps } from './extension-points';

const vehicle = { id: 'v1', name: 'HGV-017', isOnline: true };
const slot = (part: Partial<RemoteInfo['slots'][number]>) => ({ slot: 'vehicle-tabs', module: './tab', ...part });

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

describe('a slot', () => {
  beforeEach(() => {
    const slots = [slot({ id: 'notes', order: 30 }), slot({ id: 'config', order: 10, permission: 'viewDeviceInfo', label: { en: 'Devices' } }), slot({ slot: 'toolbar-icons', module: undefined, path: '/contacts', icon: 'contacts' })];
    setShellInfo(aShellInfo({ granted: [], remotes: [{ name: 'demo', slots }] }));
  });

  it('is announced in the order of the manifests, with what the user may not use', () => {
    expect(announcedFor('vehicle-tabs').map(({ id, isAllowed }) => [id, isAllowed])).toEqual([['config', false], ['notes', true]]);
  });

  it('shows only what the user may use and what has a module', () => {
    expect(contributionsTo('vehicle-tabs').map(({ id }) => id)).toEqual(['notes']);
    expect(announcedFor('toolbar-icons')).toHaveLength(1);
    expect(contributionsTo('toolbar-icons')).toEqual([]);
  });

  it('shows parts of an alert for the types that they name, or for all', () => {
    setShellInfo(aShellInfo({ remotes: [{ name: 'fences', slots: [{ slot: 'alert-evidence', module: './a' }, { slot: 'alert-evidence', module: './b', alert_types: ['boundary_geo_alert'] }] }] }));
    expect(contributionsForAlert('alert-evidence', 'boundary_geo_alert').map(({ module }) => module)).toEqual(['./a', './b']);
    expect(contributionsForAlert('alert-evidence', 'collision').map(({ module }) => module)).toEqual(['./a']);
  });

  it('has every field that the schema of manifests has', () => {
    const schema = JSON.parse(readFileSync(join(import.meta.dirname, '../../../plugin/manifest/manifest.schema.json'), 'utf8')) as { $defs: { slot: { properties: object } } };
    const whole = { slot: 'a', module: './a', permission: 'p', id: 'i', label: { en: 'l' }, order: 1, icon: 'map', path: '/p', panels: ['./q'], alert_types: ['a_alert'] };
    const [read] = aShellInfo({ remotes: [{ slots: [whole] }] }).plugins[0]?.remote?.slots ?? [];
    expect(Object.keys(read ?? {}).sort()).toEqual(Object.keys(schema.$defs.slot.properties).sort());
  });
});

describe('the actions of a vehicle', () => {
  const Panel = ({ vehicle: { name }, close, at }: VehiclePanelProps) => <button onClick={close}>{`Live of ${name}${at ? ` at ${at.timeMs}` : ''}`}</button>;
  const live: VehicleAction = { id: 'live', label: 'Live', order: 10, panel: './live-panel' };
  const remotes = ['video', 'broken'].map((name) => ({ name, slots: [slot({ slot: 'vehicle-actions', module: './actions' })] }));

  beforeEach(() => {
    setModuleLoader(async ({ remote, module }) => {
      if (remote === 'broken') {
        throw new Error('404');
      }
      return module === './actions' ? { vehicleActions: { actionsFor: () => [live] } } : defineRemote<VehiclePanelProps>({ name: 'video', load: async () => Panel });
    });
  });

  it('come from every remote that works', async () => {
    setShellInfo(aShellInfo({ remotes }));
    expect(await actionsFor(vehicle)).toEqual([{ ...live, remote: 'video' }]);
  });

  it('lead elsewhere for a moment than without one', () => {
    const track: OfferedAction = { id: 'track', label: 'Track', order: 30, purpose: 'track', path: '/tracking', pathAt: ({ timeMs }) => `/tracking?at=${timeMs}`, remote: 'video' };
    runVehicleAction(track, vehicle);
    expect(location.pathname + location.search).toBe('/tracking');
    runVehicleAction(track, vehicle, { timeMs: 7 });
    expect(location.pathname + location.search).toBe('/tracking?at=7');
  });

  it('open one panel at a time, which can close itself', async () => {
    const { user } = renderInRemote(<VehiclePanelPlace />, { remotes });
    act(() => runVehicleAction({ ...live, remote: 'video' }, vehicle));
    await waitFor(() => expect(screen.getByText('Live of HGV-017')).toBeVisible());
    expect(screen.getByRole('complementary', { name: 'Live' })).toBeVisible();
    act(() => runVehicleAction({ ...live, remote: 'video' }, { ...vehicle, name: 'VAN-104' }, { timeMs: 7 }));
    await user.click(await screen.findByText('Live of VAN-104 at 7'));
    expect(screen.queryByText(/Live of/)).toBeNull();
  });
});
