import path from 'node:path';

import { accounts } from '../pages/accounts';
import type { Portal } from '../pages/portal';
import { expect, test } from '../pages/test';

const images = path.resolve(__dirname, '../../docs/images');

// The pictures of the documentation are made on request: every run would change them.
test.skip(process.env.UPDATE_SCREENSHOTS !== '1', 'set UPDATE_SCREENSHOTS=1 to make the pictures anew');

for (const mode of ['light', 'dark'] as const) {
  test(`picture of the map in ${mode}`, async ({ page, portal }) => {
    await page.emulateMedia({ colorScheme: mode });
    await arrive(portal);
    await portal.list.getByRole('button', { name: /^Sorted by/ }).click();
    await page.getByRole('menuitemradio', { name: 'Speed' }).click();
    await portal.openFirst();
    await settle(portal);
    await page.screenshot({ path: path.join(images, `map-${mode}.png`) });
  });
}

test('picture of the map on a narrow screen', async ({ page, portal }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await arrive(portal);
  await settle(portal);
  await page.screenshot({ path: path.join(images, 'map-narrow.png') });
});

async function arrive(portal: Portal): Promise<void> {
  await portal.signIn(accounts.admin);
  await portal.seesFleet();
}

/** Waits until the base map has everything that it asked for, and the pop-up stands. */
async function settle({ page }: Portal): Promise<void> {
  await page.waitForLoadState('networkidle');
  await expect(page.locator('.skel')).toHaveCount(0);
  await page.mouse.move(0, 0);
}
