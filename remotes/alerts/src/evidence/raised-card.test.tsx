import { renderInRemote } from '@outrider/sdk/testing';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { alertSchema } from '../api/alert';
import { declaredFences } from '../testing/declared-types';
import { anAlert, FakeAlertsApi } from '../testing/fake-alerts';
import { RaisedCard } from './raised-card';

vi.mock('./tracking-card', () => ({ TrackingCard: () => null })); // Leaflet needs a browser

beforeEach(() => new FakeAlertsApi().install());

const raised = anAlert(1, {
  kind: 'geofence', alert_type: 'boundary_geo_alert', plugin: 'fences', about: { id: 'g1', name: 'Yard' }, sub_header: 'Yard', localizedLabel: 'Geofence Boundary',
  values: { entry_exit_indicator: 'boundary_in', inside_m: 1609.344, odd: 'hidden' }, start_time: '2026-11-21T01:00:00Z', end_time: '',
});

test('shows what the type declares in the units of the user, and leaves out what is not known', async () => {
  renderInRemote(<RaisedCard alert={alertSchema.parse(raised)} />, { contributions: [declaredFences] });
  expect(await screen.findByText('What happened')).toBeVisible();
  expect(screen.getByText('Entered')).toBeVisible();
  expect(screen.getByText('Inside').nextElementSibling?.textContent).toMatch(/^1\smi/);
  expect(screen.getByText('Geofence').nextElementSibling).toHaveTextContent('Yard');
  expect(screen.queryByText('Left at')).toBeNull();
  expect(screen.queryByText('hidden')).toBeNull();
  expect(screen.getByText('Start')).toBeVisible();
  expect(screen.queryByText('End')).toBeNull();
});

test('says no time twice, and no id of what has a name', async () => {
  const values = { entry_exit_indicator: 'boundary_in', left_at: '2026-11-21T01:02:00.000Z', fence_id: 'g1' };
  renderInRemote(<RaisedCard alert={alertSchema.parse({ ...raised, values, end_time: '2026-11-21T01:02:00Z' })} />, { contributions: [declaredFences] });
  expect(await screen.findByText('End')).toBeVisible();
  expect(screen.queryByText('Left at')).toBeNull();
  expect(screen.queryByText('Fence id')).toBeNull();
});

test('an alert of a plugin that is switched off keeps its name', async () => {
  renderInRemote(<RaisedCard alert={alertSchema.parse({ ...raised, about: null })} />);
  expect(await screen.findByText('Geofence Boundary')).toBeVisible();
});

test('says by how much it was too fast, for what, and how long', async () => {
  const speeding = { ...raised, values: { inside_m: 100 }, speed_kmh: 96.56, limit: 80.47, end_time: '2026-11-21T01:02:00Z' };
  renderInRemote(<RaisedCard alert={alertSchema.parse(speeding)} />, { contributions: [declaredFences] });
  const row = async (label: string) => (await screen.findByText(label)).nextElementSibling?.textContent;
  expect(await row('Type')).toBe('Geofence Boundary');
  expect(await row('Speed')).toMatch(/^60\smph$/);
  expect(await row('Overspeed')).toMatch(/^10\smph$/);
  expect(await row('Speed threshold')).toMatch(/^50\smph$/);
  expect(await row('Duration')).toBeTruthy();
});
