import { accounts } from '../pages/accounts';
import { seriousProblems } from '../pages/axe';
import { baseUrl } from '../pages/portal';
import { still } from '../pages/still';
import { expect, test } from '../pages/test';

test('language and units change at once', async ({ page, portal }) => {
  await portal.signIn(accounts.manager); // whose preferences no other journey looks at
  await portal.openFirst();
  const speed = portal.popup.locator('.popup-speed');
  const title = portal.list.locator('h2');
  const menu = await portal.openAccount();
  await menu.getByLabel('Units').selectOption('Metric');
  await expect(speed).toHaveText(/ km\/h$/);
  await menu.getByLabel('Language').selectOption('de-DE');
  await expect(title).toHaveText('Fahrzeuge');
  await expect(menu.getByRole('button', { name: 'Abmelden' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', /^de/);

  await menu.getByLabel('Einheiten').selectOption('Imperial GB');
  await expect(speed).toHaveText(/ mi\/h$/); // as German writes it
  await menu.getByLabel('Sprache').selectOption('en-GB');
  await expect(title).toHaveText('Vehicles');
});

test('dark is chosen in the account menu, and stays', async ({ page, portal }) => {
  await portal.signIn(accounts.admin);
  await portal.seesFleet();
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await (await portal.openAccount()).getByRole('radio', { name: 'Dark' }).click();
  await expect.poll(background).not.toBe(light);
  await still(page);
  const dark = await background();
  await page.reload();
  await portal.seesFleet();
  await expect.poll(background).toBe(dark);
});

test('sign-in has no serious accessibility problem', async ({ page }) => {
  await page.goto(`${baseUrl()}/sign-in`);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
});

for (const mode of ['light', 'dark'] as const) {
  test(`the map has no serious accessibility problem in ${mode}`, async ({ page, portal }) => {
    await page.emulateMedia({ colorScheme: mode });
    await portal.signIn(accounts.admin);
    await portal.seesFleet();
    expect(await seriousProblems(page)).toEqual([]);
    await portal.openFirst();
    expect(await seriousProblems(page)).toEqual([]);
  });
}
