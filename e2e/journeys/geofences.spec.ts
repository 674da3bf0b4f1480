import { accounts } from '../pages/accounts';
import { seriousProblems } from '../pages/axe';
import { baseUrl } from '../pages/portal';
import { expect, test } from '../pages/test';

test('a geofence is drawn, refused while it is not whole, changed, disabled and deleted', async ({ page, portal }) => {
  const name = `E2E yard ${Date.now() % 100_000}`;
  await portal.signIn(accounts.admin);
  await page.goto(`${baseUrl()}/geo-fence`);
  const table = page.getByRole('region', { name: 'Geofences', exact: true });
  await expect(table.getByText('Crewe depot')).toBeVisible();

  await page.getByRole('button', { name: 'New geofence' }).click();
  await page.getByRole('button', { name: 'Save geofence' }).click();
  await expect(page.getByText('Please enter a name for the geofence.')).toBeVisible();
  await expect(page.getByText('Please add a shape for this geofence.')).toBeVisible();
  await page.getByLabel(/^Name/).fill(name);
  const map = page.getByRole('application', { name: 'Shape on the map' });
  await page.getByRole('toolbar', { name: 'Drawing' }).getByRole('button', { name: 'Polygon' }).click();
  const box = await map.boundingBox();
  if (!box) throw new Error('there is no map');
  for (const [x, y] of [[0.4, 0.4], [0.6, 0.4], [0.5, 0.6], [0.4, 0.4]] as const) {
    await page.mouse.click(box.x + box.width * x, box.y + box.height * y);
  }
  await expect(page.getByLabel('Latitude of point 3')).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save geofence' }).click();
  await portal.isTold(`${name} saved`);
  await expect(page).toHaveURL(/\/geo-fence\/[0-9a-f-]{36}$/);

  const details = page.getByRole('region', { name, exact: true });
  await expect(details.getByText('No visits yet')).toBeVisible();
  await details.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Speed above').fill('30');
  await page.getByRole('button', { name: 'Mon', exact: true }).click();
  await page.getByRole('button', { name: 'Save geofence' }).click();
  await expect(details).toBeVisible();
  await details.getByRole('tab', { name: 'Details' }).click();
  await expect(details.getByText('over 30 mph', { exact: false })).toBeVisible();

  const row = table.getByRole('row').filter({ hasText: name });
  await row.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await portal.isTold(`${name} disabled`);
  await row.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: `Delete ${name}?` }).getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
});

test('a depot says who is inside now', async ({ page, portal }) => {
  await portal.signIn(accounts.admin);
  await page.goto(`${baseUrl()}/geo-fence/demo-geofence-3`);
  const details = page.getByRole('region', { name: 'Crewe depot' });
  await expect(details.locator('tr.table-row').first()).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
});

test('who may not change geofences reads them', async ({ page, portal }) => {
  await portal.signIn(accounts.viewer);
  await page.goto(`${baseUrl()}/geo-fence`);
  await expect(page.getByRole('button', { name: 'New geofence' })).toBeDisabled();
});

test('a geofence that is a circle is changed', async ({ page, portal }) => {
  await portal.signIn(accounts.admin);
  await page.goto(`${baseUrl()}/geo-fence`);
  const name = 'Old yard, Widnes';
  await page.getByRole('region', { name: 'Geofences', exact: true }).getByRole('row').filter({ hasText: name }).getByText(name).click();
  const details = page.getByRole('region', { name, exact: true });
  await details.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel(/^Radius/).fill('900');
  await page.getByRole('button', { name: 'Save geofence' }).click();
  await portal.isTold(`${name} saved`);
});
