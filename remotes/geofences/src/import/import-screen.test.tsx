import { accessibilityProblems, renderInRemote } from '@outrider/sdk/testing';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Geofencing } from '../geofencing';
import { FakeApi } from '../testing/api';

vi.mock('./features-map', () => ({ FeaturesMap: ({ features }: { features: unknown[] }) => <p>{`${features.length} on the map`}</p> }));

const square = { type: 'polygon', points: [{ lat: 53.3, lng: -2.4 }, { lat: 53.3, lng: -2.39 }, { lat: 53.31, lng: -2.39 }] };
const feature = (n: number, more: object) => ({ n, name: `Yard ${n}`, description: '', colour: '', shape: square, corners: 3, simplified_m: 0, disabled: false, exists: false, field: '', problem: '', reason: { code: '', values: [] }, ...more });
const features = [
  feature(1, {}), feature(2, { exists: true }), feature(3, { shape: undefined, field: 'geometry', problem: 'what the server says', reason: { code: 'hole', values: [] } }), feature(4, { name: '', corners: 1203, simplified_m: 12 }),
];
const may = ['viewGeofence', 'createGeofence'];
const patience = { timeout: 30_000 };
let api: FakeApi;

beforeEach(async () => {
  history.replaceState(null, '', '/geo-fence/import');
  api = new FakeApi();
  api.answers = { 'POST /geofences/import/preview': { format: 'geojson', features }, 'POST /geofences/import': { geofence_ids: ['a', 'b'] }, 'GET /geofences': { geofences: [], page_count: 0, total_records: 0 } };
  await api.install();
});

afterEach(() => vi.unstubAllGlobals());

/** A file; jsdom's cannot say what is in it. */
function fileOf(content: string, name: string): File {
  return Object.assign(new File([content], name), { text: async () => content });
}

/** The import screen after a file was chosen. */
async function withFile(name = 'depots.geojson') {
  const rendered = renderInRemote(<Geofencing />, { granted: may });
  await rendered.user.upload(await screen.findByLabelText('Choose a file', { selector: 'input' }, patience), fileOf('{}', name));
  return rendered;
}

describe('an import', () => {
  it('says what is in the file and what is wrong with it, and offers the rest', async () => {
    const { container } = await withFile();
    expect(await screen.findByText('geometry: The polygon has a hole; a geofence has none.', {}, patience)).toBeVisible();
    expect(screen.getByText('3 of 4 can be imported')).toBeVisible();
    expect(screen.getByText('There is already a geofence with this name')).toBeVisible();
    expect(screen.getByText(/Simplified to 500 corners, (39 ft|12 m) off at most/)).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Import feature 3' })).toBeDisabled();
    expect(screen.getByRole('checkbox', { name: 'Import feature 2' })).not.toBeChecked();
    expect(screen.getByRole('button', { name: 'Import 2 geofences' })).toBeEnabled();
    expect(await screen.findByText('2 on the map', {}, patience)).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  it('imports what is chosen, by its names', async () => {
    const { user } = await withFile();
    const name = await screen.findByLabelText('Name of feature 1', {}, patience);
    await user.clear(name);
    await user.type(name, 'Depot');
    await user.click(screen.getByRole('checkbox', { name: 'Leave' }));
    await user.click(screen.getByRole('button', { name: 'Import 2 geofences' }));
    await waitFor(() => expect(api.bodiesOf('POST /geofences/import')[0]).toMatchObject({ content: '{}', features: [{ n: 1, name: 'Depot' }, { n: 4, name: 'depots 4' }], triggers: { enter: true, leave: false }, all_vehicles: true }), patience);
    await waitFor(() => expect(location.pathname).toBe('/geo-fence'), patience);
  });

  it('says which feature was refused', async () => {
    api.answers['POST /geofences/import'] = { status: 422, title: 'A name has 100 characters at most.', errors: [{ location: 'body.features[1].name', message: 'A name has 100 characters at most.' }] };
    const { user } = await withFile();
    await user.click(await screen.findByRole('button', { name: 'Import 2 geofences' }, patience));
    await waitFor(() => expect(screen.getByLabelText('Name of feature 4')).toBeInvalid(), patience);
  });

  it('says what is wrong with the whole file', async () => {
    api.answers['POST /geofences/import/preview'] = { status: 422, title: 'The file declares a document type or entities, which are not read.' };
    await withFile('bomb.kml');
    expect(await screen.findByText('The file declares a document type or entities, which are not read.', {}, patience)).toBeVisible();
  });

  it('is not for those who may not add geofences', () => {
    renderInRemote(<Geofencing />, { granted: ['viewGeofence'] });
    expect(screen.getByText('You do not have permission to see this')).toBeVisible();
  });
});
