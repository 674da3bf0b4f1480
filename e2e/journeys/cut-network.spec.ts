import type { Page } from '@playwright/test';

import { accounts } from '../pages/accounts';
import { expect, test } from '../pages/test';

/** The screens with lists, by their paths. */
const screens = [
  '/', '/notifications', '/speeding', '/geofence-events', '/driving-events-dashboard', '/map-view', '/vehicles', '/geo-fence', '/scheduled-reports', '/fleet-status', '/hardware-faults', '/cloud', '/user-management', '/modules', '/integrations', '/admin/audit',
];

/** What nobody knows before the server has said it. */
const unknown = /\b0 of 0\b|\b0 (alerts|vehicles|users|files|geofences|unread)\b|No (alerts|files|vehicles|geofences|faults|schedules|users)\b|Nothing needs attention|NaN|undefined/;

/** Goes there as a link within the portal does. */
async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

test('with slow answers and with none no list says what it does not know, and none is blank', async ({ page, portal }) => {
  test.setTimeout(900_000);
  await portal.signIn(accounts.admin, '/help');
  await expect(portal.live).toHaveText('Live');
  const main = page.locator('main');
  const open: (() => void)[] = [];
  for (const path of screens) {
    await test.step(path, async () => {
      await page.route('**/api/**', async (route) => {
        await new Promise<void>((answered) => open.push(answered));
        await route.abort('internetdisconnected').catch(() => undefined); // the page may be gone
      });
      await goTo(page, path);
      await expect.poll(() => main.locator('.skel, .loading, [aria-busy=true], .o-map, form').count(), { message: `${path} shows that it loads` }).toBeGreaterThan(0);
      expect(await main.innerText(), `${path} while it loads`).not.toMatch(unknown);
      const letGo = setInterval(() => open.splice(0).forEach((answered) => answered()), 50);
      await expect(main.getByText(/cannot be reached|could not be loaded|did not load/).first()).toBeVisible();
      expect(await main.innerText(), `${path} without a network`).not.toMatch(unknown);
      clearInterval(letGo);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      open.splice(0).forEach((answered) => answered());
      await goTo(page, '/help');
      await expect(page.getByRole('heading', { name: 'Help' })).toBeVisible();
    });
  }
});
