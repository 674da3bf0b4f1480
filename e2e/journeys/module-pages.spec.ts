import { problems } from '../pages/axe';
import { accounts, password } from '../pages/accounts';
import { baseUrl } from '../pages/portal';
import { expect, test } from '../pages/test';
import { Transferred } from '../pages/transferred';
import { adminToken, ask } from '../product/ask';

/** Compressed JavaScript of a first visit, in bytes. */
const pages = [
  { module: 'fuel', path: '/fuel-usage-report', atMost: 500_000, // with the chart of a tank, which is shown at once
    shown: 'Set tank size' },
  { module: 'ev', path: '/ev-usage-report', atMost: 440_000, shown: 'Charging sessions' },
  { module: 'seatbelt', path: '/seatbelt-violation-report', atMost: 440_000, shown: 'No seat belt violations' },
] as const;

interface Modules {
  modules: { id: string; on: boolean; version: number }[];
}

/** Turns the modules on, or off again for the journeys that follow. */
async function turn(on: boolean): Promise<void> {
  const token = await adminToken();
  const { modules } = await ask<Modules>('GET', '/org/demo/modules', undefined, token);
  await ask('PUT', '/org/demo/modules', { modules: modules.map(({ id, version }) => ({ id, on, version })) }, token);
}

test.beforeAll(() => turn(true));
test.afterAll(() => turn(false));

for (const { module, path, atMost, shown } of pages) {
  test(`the page of ${module} is whole and accessible, within ${atMost / 1000} KB`, async ({ page: first, portal }) => {
    const fetched = await Transferred.by(first);
    await first.goto(`${baseUrl()}/sign-in?next=${encodeURIComponent(path)}`);
    await fetched.settled();
    fetched.restart();
    await portal.fillIn(accounts.admin, password);
    await expect(first.getByText(shown).or(first.getByRole('grid')).or(first.getByText(/in this period$|being processed/)).first()).toBeVisible(); // minutes are judged once a minute: there may be none yet
    await fetched.settled();
    console.log(`  ${path}: ${(fetched.scriptBytes() / 1000).toFixed(1)} of ${atMost / 1000} KB`);
    expect(fetched.scriptBytes()).toBeGreaterThan(1_000);
    expect(fetched.scriptBytes()).toBeLessThanOrEqual(atMost);
    expect(await problems(first, 'main')).toEqual([]);
  });
}

test('Home offers the widgets of every module', async ({ page, portal }) => {
  await portal.signIn(accounts.admin, '/');
  await page.getByRole('link', { name: 'Widget settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Widget settings' });
  for (const name of ['Alerts', 'Faults total', 'Fleet status', 'Map view', 'Fuel', 'EV', 'Seatbelt']) {
    await expect(dialog.getByRole('checkbox', { name, exact: true })).toBeVisible();
  }
});

test('a price that is entered on the Modules page costs the idling on the page of fuel', async ({ page, portal }) => {
  await portal.signIn(accounts.admin, '/modules?settings=fuel');
  await page.getByLabel('Diesel price').fill('1.32');
  await page.getByRole('combobox', { name: 'Currency' }).click();
  await page.getByRole('option', { name: 'GBP' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await portal.isTold('Settings saved');
  await page.goto(`${baseUrl()}/fuel-usage-report`);
  await expect(page.getByText('£').first()).toBeVisible();
  await page.getByLabel('Type').selectOption('truck');
  await expect(page.getByRole('row', { name: /VAN-/ })).toHaveCount(0);
  await expect(page.getByRole('row', { name: /HGV-/ }).first()).toBeVisible();
});
