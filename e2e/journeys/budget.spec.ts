import type { Page } from '@playwright/test';

import { accounts, password } from '../pages/accounts';
import { baseUrl, type Portal } from '../pages/portal';
import { expect, test } from '../pages/test';
import { setTourSeen } from '../product/set-tour-seen';
import { Transferred } from '../pages/transferred';

/** Compressed JavaScript of a first visit, in bytes; also what is fetched ahead while the page stands idle. */
const budgets = [
  { what: 'sign-in', path: '/sign-in', atMost: 110_000, shown: 'form' },
  { what: 'shell and map', path: '/map-view', atMost: 380_000, shown: '.vrow' },
  { what: 'home', path: '/', atMost: 420_000, shown: '.leaflet-container' },
  { what: 'users list', path: '/user-management', atMost: 440_000, shown: 'tr.table-row' },
  { what: 'tracking', path: '/tracking', atMost: 480_000, shown: '.trk-head' },
  { what: 'vehicles list', path: '/vehicles', atMost: 440_000, shown: 'tr.table-row' },
  { what: 'fleet status', path: '/fleet-status', atMost: 415_000, shown: '.rp-table td' },
  { what: 'geofence list with its map', path: '/geo-fence', atMost: 440_000, shown: '.gf-map .leaflet-container' },
] as const;

/** What is fetched by nobody who does not use it; each is a word that stands in its file alone. */
const heavy = { recharts: 'recharts-', 'drawing on a map': 'leaflet-pm', 'spreadsheets': 'sheetData', 'date-time range': 'rdp-' };

/** A second visit may fetch the page itself and what its answers say anew; in bytes without the API's answers. */
const secondVisitBytes = 20_000;

/** Fetched when it comes to sight first, at whichever visit that is: vehicles drive on, to other parts of the map and to places with rarer letters. */
const bySight = /\/assets\/(basemap\/|media\/.*\.woff2$)/;

// A user's very first visit brings the tour along; budgets are for all others.
test.beforeAll(() => setTourSeen(accounts.admin, true));

for (const { what, path, atMost, shown } of budgets) {
  test(`first load of ${what} stays within ${atMost / 1000} KB of JavaScript`, async ({ page, portal }) => {
    const fetched = await visit(page, portal, path, shown);
    console.log(`  ${what}: ${(fetched.scriptBytes() / 1000).toFixed(1)} of ${atMost / 1000} KB`);
    expect(fetched.scriptBytes()).toBeGreaterThan(1_000);
    expect(fetched.scriptBytes()).toBeLessThanOrEqual(atMost);
  });
}

test('the map brings no heavy part along', async ({ page, portal }) => {
  const scripts = new Set<string>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.add(response.url());
  });
  await visit(page, portal, '/map-view', '.vrow');
  // Read anew: the browser has forgotten what it fetched for the page before.
  const text = (await Promise.all([...scripts].map(async (url) => (await page.request.get(url)).text()))).join('\n');
  for (const [name, sign] of Object.entries(heavy)) expect(text.includes(sign), `${name} was fetched`).toBe(false);
});

test('a second visit transfers almost nothing', async ({ page, portal }) => {
  const fetched = await visit(page, portal, '/map-view', '.vrow');
  const first = fetched.staticWireBytes();
  const had = new Set(fetched.files().map(({ url }) => url));
  fetched.restart();
  await page.reload();
  await page.locator('.vrow').first().waitFor();
  await fetched.settled();
  const second = fetched.staticWireBytes((url) => bySight.test(url) && !had.has(url));
  console.log(`  second visit: ${(second / 1000).toFixed(1)} KB after ${(first / 1000).toFixed(1)} KB`);
  expect(second).toBeLessThanOrEqual(secondVisitBytes);
});

/** Goes to a page for the first time, and waits until nothing is fetched any more. */
async function visit(page: Page, portal: Portal, path: string, shown: string): Promise<Transferred> {
  const fetched = await Transferred.by(page);
  if (path === '/sign-in') {
    await page.goto(`${baseUrl()}${path}`);
  } else {
    await page.goto(`${baseUrl()}/sign-in?next=${encodeURIComponent(path)}`);
    await fetched.settled();
    fetched.restart();
    await portal.fillIn(accounts.admin, password);
    await page.waitForURL(`${baseUrl()}${path}`);
  }
  await page.locator(shown).first().waitFor();
  await fetched.settled();
  return fetched;
}
