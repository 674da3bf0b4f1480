import { network, renderInRemote } from '@outrider/sdk/testing';
import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test, vi } from 'vitest';

import { VehicleDataSections } from './vehicle-data';

const text = (en: string) => ({ en, de: en });
const tank = {
  plugin: 'tanks',
  vehicle_data: [{
    id: 'tank', title: text('Tank'), permission: 'viewFuel', operation: 'GET /api/org/{orgId}/fuel/vehicles/{id}',
    fields: [{ key: 'left', kind: 'volume', label: text('Left') }, { key: 'filled', kind: 'time', label: text('Filled') }],
  }],
};

/** Answers for the tank of any vehicle; returns the addresses that were asked. */
function answer(body: object, status = 200) {
  const asked: string[] = [];
  network.use(
    http.get('/api/org/demo/fuel/vehicles/:id', ({ request }) => {
      asked.push(new URL(request.url).pathname);
      return HttpResponse.json(body, { status });
    }),
  );
  return asked;
}

test('shows what a plugin knows of a vehicle, in the units of the user', async () => {
  const asked = answer({ values: { left: 45.5, secret: 'no' } });
  renderInRemote(<VehicleDataSections vehicleId="v/1" />, { contributions: [tank] });
  expect(await screen.findByRole('region', { name: 'Tank' })).toBeVisible();
  expect(screen.getByText('Left').nextElementSibling).toHaveTextContent('10 gal');
  expect(screen.queryByText('Filled')).toBeNull();
  expect(screen.queryByText('no')).toBeNull();
  expect(asked).toEqual(['/api/org/demo/fuel/vehicles/v%2F1']);
});

test('shows nothing of a vehicle of which the plugin knows nothing, and no section without the plugin', async () => {
  const asked = answer({ values: {} });
  renderInRemote(<VehicleDataSections vehicleId="v1" />, { contributions: [tank] });
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByRole('region')).toBeNull();
  renderInRemote(<VehicleDataSections vehicleId="v1" />);
  expect(asked).toHaveLength(1);
});

test('says when it cannot be had', async () => {
  answer({ title: 'Away', status: 503, kind: 'unavailable' }, 503);
  renderInRemote(<VehicleDataSections vehicleId="v1" />, { contributions: [tank] });
  expect(await screen.findByText('Could not load data.', {}, { timeout: 20_000 })).toBeVisible();
});
