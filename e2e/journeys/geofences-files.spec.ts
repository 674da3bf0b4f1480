import { accounts } from '../pages/accounts';
import { seriousProblems } from '../pages/axe';
import { baseUrl } from '../pages/portal';
import { expect, test } from '../pages/test';

const square = (lng: number) => [[[lng, 53.08], [lng + 0.01, 53.08], [lng + 0.01, 53.09], [lng, 53.09], [lng, 53.08]]];

test('geofences come from a file, are copied, and go out as one', async ({ page, portal }) => {
  const name = `E2E import ${Date.now() % 100_000}`;
  await portal.signIn(accounts.admin);
  await page.goto(`${baseUrl()}/geo-fence`);
  await page.getByRole('button', { name: 'Files', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Import geofences' }).click();
  await expect(page.getByText('No file chosen')).toBeVisible();
  const feature = (title: string, coordinates: unknown) => ({ type: 'Feature', properties: { name: title, fill: '#7448c8' }, geometry: { type: 'Polygon', coordinates } });
  const file = { type: 'FeatureCollection', features: [feature(name, square(-2.45)), feature('Ring', [...square(-2.4), ...square(-2.4)])] };
  await page.locator('input[type=file]').setInputFiles({ name: 'yards.geojson', mimeType: 'application/geo+json', buffer: Buffer.from(JSON.stringify(file)) });
  await expect(page.getByText('geometry: The polygon has a hole; a geofence has none.')).toBeVisible();
  await expect(page.getByText('1 of 2 can be imported')).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Import 1 geofence' }).click();
  await portal.isTold('1 geofence imported');

  const table = page.getByRole('region', { name: 'Geofences', exact: true });
  const row = table.getByRole('row').filter({ hasText: name });
  await row.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('menuitem', { name: 'Copy' }).click();
  await expect(page.getByLabel(/^Name/)).toHaveValue(`Copy of ${name}`);
  const search = page.getByRole('combobox', { name: 'Find a place, address or coordinates' });
  await search.fill('holmes chap');
  await expect(page.getByRole('option', { name: /^Holmes Chapel/ })).toBeVisible();
  await search.press('Enter');
  await page.getByRole('button', { name: 'Remove the shape' }).click();
  await page.getByRole('button', { name: 'Corridor', exact: true }).last().click(); // beside the map: a line to type
  const width = page.getByLabel(/^Width of the corridor/);
  await width.fill('300');
  await width.press('Enter');
  await page.getByRole('button', { name: 'Edit as polygon' }).click();
  await expect(page.getByLabel('Latitude of point 4')).toHaveValue(/^53\.[12]/);
  await expect(page.getByLabel('Latitude of point 5')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save geofence' }).click();
  await portal.isTold(`Copy of ${name} saved`);

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Files', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Export as GeoJSON' }).click();
  const exported = JSON.parse(await (await (await saved).createReadStream()).reduce((all: string, piece: Buffer) => all + piece.toString(), '')) as { features: { properties: { name: string } }[] };
  expect(exported.features.map(({ properties }) => properties.name)).toEqual(expect.arrayContaining([name, `Copy of ${name}`]));
});
