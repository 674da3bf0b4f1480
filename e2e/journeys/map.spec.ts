import type { Locator } from '@playwright/test';

import { accounts } from '../pages/accounts';
import { baseUrl } from '../pages/portal';
import { still } from '../pages/still';
import { expect, test } from '../pages/test';

const kmPerMile = 1.609344;

test('what a driving vehicle does reaches the screen by push alone', async ({ page, portal, frames }) => {
  await portal.signIn(accounts.admin);
  await portal.seesFleet();
  const { vehicle_id: id } = await frames.moving();
  await page.goto(`${baseUrl()}/map-view?vehicle_id=${id}`);
  await expect(portal.popup).toBeVisible();
  await expect(portal.live).toHaveText('Live');
  await page.route('**/api/org/**', (route) => route.abort());
  const cutAt = Date.now(); // from here on nothing can be asked for

  const pushedAt = () => Date.parse(frames.of(id)?.last_seen ?? '');
  await expect.poll(pushedAt, { message: 'the vehicle is pushed again', timeout: 120_000 }).toBeGreaterThan(cutAt + 3_000);
  await expect.poll(() => shownAt(portal.popup), { message: 'the pop-up is as young as the push' }).toBeGreaterThan(cutAt);
  const speed = async () => Number.parseInt(await portal.popup.locator('.popup-speed').innerText(), 10);
  await expect.poll(async () => (await speed()) - Math.round((frames.of(id)?.speed ?? Number.NaN) / kmPerMile), { message: 'the speed is the pushed one' }).toBe(0);
});

test('a vehicle is found by its name, and opens in a pop-up that Escape closes', async ({ page, portal }) => {
  await portal.signIn(accounts.admin);
  await portal.seesFleet();
  const name = await portal.openFirst();
  await expect(page).toHaveURL(/\?vehicle_id=[^&]+$/);
  const size = async () => {
    const box = await portal.popup.boundingBox();
    return [box?.width, box?.height];
  };
  await expect.poll(size).toEqual([400, 300]);
  const address = page.url();
  await page.keyboard.press('Escape');
  await expect(portal.popup).toBeHidden();
  await expect(page).toHaveURL(`${baseUrl()}/map-view`);

  await portal.search.fill(name);
  await expect(portal.count).toHaveText(/^\d+ of 60$/);
  await expect(portal.rows.first()).toContainText(name);
  await portal.search.fill('no such vehicle');
  await expect(portal.list.getByText('No vehicle matches')).toBeVisible();
  await portal.list.getByRole('button', { name: 'Clear filters' }).click();
  await expect(portal.count).toHaveText('60');

  await page.goto(address);
  await expect(portal.popup).toHaveAttribute('aria-label', name);
});

test('the route of a vehicle is laid over the map, and taken away', async ({ page, portal }) => {
  await portal.signIn(accounts.admin);
  await portal.seesFleet();
  const name = await portal.openFirst();
  const choose = async (action: string) => {
    await portal.popup.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await choose('Show route');
  const route = page.getByRole('status').filter({ hasText: /last 12 hours/ });
  await expect(route).toContainText(name);
  await expect(portal.popup).toBeVisible();
  await choose('Hide route');
  await expect(route).toBeHidden();
});

test('the tiles filter by status', async ({ portal }) => {
  await portal.signIn(accounts.admin);
  await portal.seesFleet();
  const tile = portal.list.getByRole('button', { name: /^Driving/ });
  await tile.click();
  await expect(tile).toHaveAttribute('aria-pressed', 'true');
  await expect(portal.count).toHaveText(/^\d+ of 60$/);
  await expect.poll(async () => new Set(await portal.rows.locator('.status').allInnerTexts())).toEqual(new Set(['Driving']));
  await tile.click();
  await expect(portal.count).toHaveText('60');
});

test('on a narrow screen the drawer opens over the page and the list is a sheet', async ({ page, portal }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await portal.signIn(accounts.admin);
  await portal.seesFleet();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();

  const handle = page.getByRole('slider', { name: 'Height of the list' });
  const height = async () => (await portal.list.boundingBox())?.height ?? 0;
  await still(page);
  const half = await height();
  await handle.press('ArrowUp');
  await expect(handle).toHaveAttribute('aria-valuetext', 'Full');
  await expect.poll(height).toBeGreaterThan(half + 100);
  await handle.press('ArrowDown');
  await expect.poll(height).toBeCloseTo(half, 0);
  await portal.rows.first().click();
  await expect(page).toHaveURL(/\?vehicle_id=/);
  await expect(portal.list.locator('.vrow-actions')).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

/** When the vehicle of the pop-up was heard of, by the age that it shows, in Unix milliseconds; exact to a second. */
async function shownAt(popup: Locator): Promise<number> {
  const age = /^(\d+) s ago$/.exec(await popup.locator('.popup-age').innerText());
  return age ? Date.now() - Number(age[1]) * 1_000 : 0;
}
