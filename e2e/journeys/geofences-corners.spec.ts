import { accounts } from '../pages/accounts';
import { seriousProblems } from '../pages/axe';
import { baseUrl } from '../pages/portal';
import { expect, test } from '../pages/test';
import { adminToken, ask } from '../product/ask';

interface Corner { lat: number; lng: number }
interface User { id: string; email: string; Profile: { lastname: string } }

/** A polygon that enters raise, for all vehicles. */
async function make(name: string, points: Corner[]): Promise<string> {
  const { id } = await ask<{ id: string }>('POST', '/org/demo/geofences', { name, shape: { type: 'polygon', points }, triggers: { enter: true }, all_vehicles: true }, await adminToken());
  return id;
}

const picture = (name: string) => (process.env['E2E_PICTURES'] ? { path: `${process.env['E2E_PICTURES']}/${name}.png` } : undefined);

test('corners snap to another geofence by pointer, and are moved and removed by keys', async ({ page, portal }) => {
  const other: Corner = { lat: 53.085, lng: -2.432 };
  await make(`E2E beside ${Date.now()}`, [other, { lat: 53.085, lng: -2.436 }, { lat: 53.089, lng: -2.436 }, { lat: 53.089, lng: -2.432 }]);
  const id = await make(`E2E corners ${Date.now()}`, [{ lat: 53.08, lng: -2.43 }, { lat: 53.08, lng: -2.42 }, { lat: 53.088, lng: -2.421 }, { lat: 53.09, lng: -2.425 }]);
  await portal.signIn(accounts.admin, `/geo-fence/${id}/edit`);
  const handles = page.locator('.leaflet-marker-pane .marker-icon:not(.marker-icon-middle)');
  await expect(handles).toHaveCount(4);
  const lat = (n: number) => page.getByLabel(`Latitude of point ${n}`);
  const lng = (n: number) => page.getByLabel(`Longitude of point ${n}`);

  // Where the other's corner is on the screen, by two corners that are known.
  const centre = async (n: number) => {
    const box = await handles.nth(n).boundingBox();
    if (!box) throw new Error(`corner ${n} is not on the map`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [first, second, last] = [await centre(0), await centre(1), await centre(3)];
  const there = { x: first.x + ((other.lng + 2.43) / 0.01) * (second.x - first.x), y: first.y + ((other.lat - 53.08) / 0.01) * (last.y - first.y) };
  const drag = async (by: { x: number; y: number }) => {
    const from = await centre(0);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move((from.x + there.x) / 2, (from.y + there.y) / 2, { steps: 4 });
    await page.mouse.move(there.x + by.x, there.y + by.y, { steps: 4 });
    await page.mouse.up();
  };
  await drag({ x: 5, y: 4 });
  await expect(lat(1)).toHaveValue('53.085000');
  await expect(lng(1)).toHaveValue('-2.432000');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(lat(1)).toHaveValue('53.080000');
  await page.getByRole('button', { name: 'Snap to other shapes' }).click(); // off
  await drag({ x: 5, y: 4 });
  await expect(lat(1)).not.toHaveValue('53.080000');
  await expect(lat(1)).not.toHaveValue('53.085000');

  const before = Number(await lat(3).inputValue());
  await page.getByRole('button', { name: 'Point 3', exact: true }).focus();
  await page.keyboard.press('ArrowUp');
  const near = Number(await lat(3).inputValue());
  expect(near).toBeGreaterThan(before);
  await page.keyboard.press('Shift+ArrowUp');
  expect(Number(await lat(3).inputValue()) - near).toBeGreaterThan(5 * (near - before));
  await expect(page.getByRole('status').filter({ hasText: /^Point 3 moved to 53\.\d{6}, -2\.421000$/ })).toHaveCount(1);
  await page.screenshot(picture('corner-keys'));
  expect(await seriousProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Undo', exact: true }).click(); // both moves
  await expect(lat(3)).toHaveValue(before.toFixed(6));
  await page.getByRole('button', { name: 'Point 4', exact: true }).focus();
  await page.keyboard.press('Delete');
  await expect(lat(4)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Point 3', exact: true })).toBeFocused();
  await page.keyboard.press('Delete'); // a polygon has three
  await expect(lat(3)).toHaveCount(1);
  page.on('dialog', (dialog) => void dialog.accept()); // what was changed is not saved
});

test('what cannot be saved or shared is said with its count, and a geofence without vehicles is warned of', async ({ page, portal }) => {
  const name = `E2E failing ${Date.now()}`;
  const id = await make(name, [{ lat: 53.08, lng: -2.43 }, { lat: 53.08, lng: -2.42 }, { lat: 53.09, lng: -2.425 }]);
  const token = await adminToken();
  const user = (await ask<User[]>('GET', '/org/demo/users/verbose', undefined, token)).find(({ email }) => email === accounts.manager);
  if (!user) throw new Error('the manager is not there');
  await ask('PUT', `/org/demo/geofences/${id}/share/user/${user.id}`, undefined, token);
  await portal.signIn(accounts.admin, `/geo-fence/${id}/edit`);
  await page.getByRole('switch', { name: /All vehicles/ }).click();
  await expect(page.getByText('No vehicles are linked to this geofence')).toBeVisible(); // GEO-22
  await page.getByRole('switch', { name: /All vehicles/ }).click();
  await page.route('**/unshare/user/**', (route) => route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"title":"Not now","status":503,"kind":"unavailable"}' }));
  await page.getByRole('button', { name: new RegExp(user.Profile.lastname) }).click(); // not shared any more
  await page.getByRole('button', { name: 'Save geofence' }).click();
  await portal.isTold('sharing failed to update for 1 user'); // GEO-20
  await page.route('**/api/org/*/geofences', (route) => (route.request().method() === 'POST' ? route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{"title":"Oh","status":500,"kind":"internal"}' }) : route.continue()));
  await page.goto(`${baseUrl()}/geo-fence/new?copy=${id}`);
  await expect(page.getByLabel(/^Name/)).toHaveValue(`Copy of ${name}`);
  await page.getByRole('button', { name: 'Save geofence' }).click();
  await expect(page.getByText('Error creating geofence.').first()).toBeVisible(); // GEO-19
});
