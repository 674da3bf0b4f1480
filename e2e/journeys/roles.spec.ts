import type { Locator, Page } from '@playwright/test';

import { accounts } from '../pages/accounts';
import { expect, test } from '../pages/test';

test('a viewer sees the fleet, and is told why entries are disabled', async ({ page, portal }) => {
  await portal.signIn(accounts.viewer);
  await portal.seesFleet();
  await saysWhy(page, page.getByRole('link', { name: 'Users' }), 'You do not have permission for this');
});

test('a driver sees the own vehicle alone', async ({ page, portal, frames }) => {
  await portal.signIn(accounts.driver);
  await expect(portal.count).toHaveText('1');
  await expect(portal.rows).toHaveCount(1);
  await expect(portal.live).toHaveText('Live');
  await portal.openFirst();
  await expect(page).toHaveURL(/vehicle_id=demo-vehicle-01$/);
  expect(frames.others('demo-vehicle-01')).toEqual([]);
});

test('the administrator of another organisation sees none of these vehicles', async ({ page, portal }) => {
  const answer = page.waitForResponse(/\/api\/org\/[^/]+\/vehicles\/presence/).then((response) => response.text());
  await portal.signIn(accounts.rival, '/map-view?vehicle_id=demo-vehicle-01');
  expect(await answer).not.toContain('demo-vehicle-');
  await expect(portal.live).toHaveText('Live');
  await expect(portal.list).toBeVisible();
  await expect(portal.popup).toBeHidden();
});

/** Checks that an entry is disabled, and tells why when it is pointed at. */
async function saysWhy(page: Page, entry: Locator, why: string): Promise<void> {
  await expect(entry).toHaveAttribute('aria-disabled', 'true');
  await entry.hover();
  await expect(page.getByRole('tooltip')).toHaveText(why);
}
