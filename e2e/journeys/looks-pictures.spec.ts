import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { accounts } from '../pages/accounts';
import { seriousProblems } from '../pages/axe';
import { baseUrl } from '../pages/portal';
import { expect, test } from '../pages/test';

/** Pictures of a run; they are looked at, not compared pixel by pixel. */
const folder = path.resolve(__dirname, '../../test-results/looks');

const screens = [
  '/', '/notifications', '/speeding', '/geofence-events', '/driving-events-dashboard', '/map-view', '/vehicles', '/tracking', '/geo-fence', '/reports', '/scheduled-reports', '/fleet-status', '/hardware-faults', '/cloud',
  '/user-management', '/modules', '/integrations', '/account-settings', '/user-profile', '/help', '/admin/audit', '/alert-settings', '/system-health', '/player',
];

/** How each screen is looked at. */
const looks = [
  { name: 'light', scheme: 'light', size: { width: 1440, height: 900 } },
  { name: 'dark', scheme: 'dark', size: { width: 1440, height: 900 } },
  { name: 'narrow', scheme: 'light', size: { width: 390, height: 844 } },
  { name: 'german', scheme: 'light', size: { width: 1440, height: 900 }, language: 'de-DE' },
] as const;

// A hundred pictures take minutes.
test.skip(process.env.LOOKS !== '1', 'set LOOKS=1 to take pictures of all screens in light, dark, narrow and German');

for (const look of looks) {
  test(`all screens ${look.name}`, async ({ page, portal }) => {
    test.setTimeout(1_800_000);
    mkdirSync(folder, { recursive: true });
    await page.emulateMedia({ colorScheme: look.scheme });
    await portal.signIn(accounts.admin, '/map-view');
    if ('language' in look) await (await portal.openAccount()).locator('select').first().selectOption(look.language);
    await page.setViewportSize(look.size);
    const found: string[] = [];
    for (const screen of screens) {
      await page.goto(`${baseUrl()}${screen}`);
      await page.waitForLoadState('networkidle', { timeout: 10_000 }).catch(() => undefined);
      await expect(page.locator('.skel')).toHaveCount(0);
      await page.screenshot({ path: path.join(folder, `${screen.replaceAll('/', '_').slice(1) || 'home'}-${look.name}.png`) });
      const cut = await page.locator('.crumbs b, .raised-card dd, .detail-side dd').evaluateAll((all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).map(({ textContent }) => textContent));
      found.push(...cut.map((text) => `${screen}: cut: ${text}`));
      found.push(...(await seriousProblems(page)).map((problem) => `${screen}: ${JSON.stringify(problem)}`));
    }
    if ('language' in look) {
      await page.goto(`${baseUrl()}/map-view`);
      await (await portal.openAccount()).locator('select').first().selectOption('en-GB');
    }
    expect(found).toEqual([]);
  });
}
