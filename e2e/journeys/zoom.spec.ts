import type { Locator } from '@playwright/test';

import { accounts } from '../pages/accounts';
import { baseUrl } from '../pages/portal';
import { expect, test } from '../pages/test';

/** A window of 1440x900 at 200 %. */
const doubled = { width: 720, height: 450 };
const narrowest = { width: 1024, height: 768 };
const phone = { width: 390, height: 844 };

for (const [name, size] of [['at 200 %', doubled], ['1024 wide', narrowest]] as const) {
  test(`the map's list is seen ${name}, and the pop-up stands beside the controls`, async ({ page, portal }) => {
    await page.setViewportSize(size);
    await portal.signIn(accounts.admin);
    await portal.seesFleet();
    await expect(portal.rows.nth(2)).toBeInViewport({ ratio: 1 });
    await portal.rows.first().click();
    await expect(portal.popup).toBeVisible();
    await expect.poll(async () => overlap(portal.popup, page.locator('.map-controls'))).toBe(0);
    await expect(portal.rows.nth(1)).toBeInViewport({ ratio: 1 });
  });
}

test('the breadcrumb is whole where the window is 1024 wide', async ({ page, portal }) => {
  await page.setViewportSize(narrowest);
  await portal.signIn(accounts.admin);
  for (const path of ['/map-view', '/admin/audit', '/scheduled-reports', '/user-management']) {
    await page.goto(`${baseUrl()}${path}`);
    const crumbs = page.locator('.crumbs');
    await expect(crumbs.locator('b')).toBeVisible();
    await expect.poll(() => crumbs.evaluate((all) => all.scrollWidth - all.clientWidth), path).toBeLessThanOrEqual(0);
  }
});

test('on a phone the toolbar of Vehicles is one row, and filters that are on are seen', async ({ page, portal }) => {
  await page.setViewportSize(phone);
  await portal.signIn(accounts.admin);
  await page.goto(`${baseUrl()}/vehicles`);
  const bar = page.locator('.table-bar');
  await expect(bar.getByRole('button', { name: 'Add vehicle' })).toBeVisible();
  await expect.poll(() => rowsOf(bar)).toBe(1);
  await page.goto(`${baseUrl()}/vehicles?filter=vehicle_type:in:van`);
  await expect(bar.locator('.table-chip')).toBeInViewport({ ratio: 1 });
  await expect.poll(() => rowsOf(bar)).toBe(2);
});

test('on a phone the map says that only vehicles online are listed', async ({ page, portal }) => {
  await page.setViewportSize(phone);
  await portal.signIn(accounts.admin);
  await page.getByRole('button', { name: 'List options' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Online only' }).click();
  const chip = page.locator('.vlist-only');
  await expect(chip).toBeInViewport({ ratio: 1 });
  await chip.click();
  await expect(chip).toHaveCount(0);
});

/** How many square pixels two things share. */
async function overlap(one: Locator, other: Locator): Promise<number> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) return Number.NaN;
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, Math.round(across)) * Math.max(0, Math.round(down));
}

/** In how many rows the visible parts of a bar stand, by their middles. */
async function rowsOf(bar: Locator): Promise<number> {
  return bar.evaluate((all) => {
    const middles = [...all.children].map((one) => one.getBoundingClientRect()).filter(({ width, height }) => width > 0 && height > 0).map(({ top, height }) => Math.round((top + height / 2) / 12));
    return new Set(middles).size;
  });
}
