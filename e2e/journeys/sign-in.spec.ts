import { accounts } from '../pages/accounts';
import { baseUrl } from '../pages/portal';
import { expect, test } from '../pages/test';

test('a wrong password is named, the right one leads to the live map', async ({ page, portal }) => {
  await page.goto(`${baseUrl()}/map-view`);
  await page.waitForURL(/\/sign-in\?next=/);
  await portal.fillIn(accounts.admin, 'Outrider2');
  await expect(page.getByRole('alert')).toHaveText('Email or password is wrong.');
  await portal.fillIn(accounts.admin, 'Outrider1');
  await page.waitForURL(`${baseUrl()}/map-view`);
  await portal.seesFleet();
  await expect(portal.rows.first()).toBeVisible();
});

test('logout asks first, and ends the session in every tab', async ({ page, portal, context }) => {
  await portal.signIn(accounts.admin);
  await portal.seesFleet();
  const other = await context.newPage();
  await other.goto(`${baseUrl()}/map-view`);
  await expect(other.locator('.vlist-count')).toHaveText('60');

  await (await portal.openAccount()).getByRole('button', { name: 'Logout' }).click();
  const question = page.getByRole('dialog', { name: 'Log out?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(portal.live).toHaveText('Live');

  await (await portal.openAccount()).getByRole('button', { name: 'Logout' }).click();
  await question.getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL(/\/sign-in/);
  await other.waitForURL(/\/sign-in/);
  await page.goto(`${baseUrl()}/map-view`);
  await page.waitForURL(/\/sign-in/);
});

test('the keyboard alone leads from sign-in to an opened vehicle', async ({ page, portal }) => {
  await page.goto(`${baseUrl()}/sign-in`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  const tabTo = async (isThere: () => Promise<boolean>) => {
    for (let presses = 0; presses < 40 && !(await isThere()); presses += 1) await page.keyboard.press('Tab');
    expect(await isThere()).toBe(true);
  };
  const isFocused = (selector: string) => () => page.evaluate((css) => document.activeElement?.matches(css) ?? false, selector);
  await tabTo(isFocused('#email'));
  await page.keyboard.type(accounts.admin);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Outrider1');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${baseUrl()}/`);

  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Map', exact: true })).toBeVisible();
  await tabTo(isFocused('a.entry[href="/map-view"]'));
  await page.keyboard.press('Enter');
  await portal.seesFleet();
  await page.keyboard.press('/');
  await expect(portal.search).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(portal.rows.first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(portal.popup).toBeVisible();
  await expect(page).toHaveURL(/\?vehicle_id=/);
  await page.keyboard.press('Escape');
  await expect(portal.popup).toBeHidden();
});
