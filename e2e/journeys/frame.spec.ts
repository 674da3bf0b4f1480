import { accounts, password } from '../pages/accounts';
import { seriousProblems } from '../pages/axe';
import { baseUrl } from '../pages/portal';
import { still } from '../pages/still';
import { expect, test } from '../pages/test';

const pages = ['/', '/?widgets=choose', '/account-settings', '/user-profile', '/user-management'];

for (const mode of ['light', 'dark'] as const) {
  test(`the frame's own pages have no serious accessibility problem in ${mode}`, async ({ page, portal }) => {
    await page.emulateMedia({ colorScheme: mode, reducedMotion: 'reduce' });
    await portal.signIn(accounts.admin, '/');
    for (const path of pages) {
      await page.goto(`${baseUrl()}${path}`);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
      expect(await seriousProblems(page), path).toEqual([]);
    }
    await page.goto(baseUrl());
    await page.locator('button.org').click();
    await expect(page.getByRole('tree')).toBeVisible();
    expect(await seriousProblems(page), 'groups').toEqual([]);
  });
}

test('an unknown path and /dashboard are Home', async ({ page, portal }) => {
  await portal.signIn(accounts.admin, '/');
  for (const path of ['/no-such-page', '/dashboard']) {
    await page.goto(`${baseUrl()}${path}`);
    await expect(page).toHaveURL(`${baseUrl()}/`);
    await expect(page.getByRole('heading', { name: 'Fleet today' })).toBeVisible();
  }
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Map' }).click();
  await page.locator('.foot-home').click();
  await expect(page).toHaveURL(`${baseUrl()}/`);
});

test('the role below the organisation is read whole where it is long', async ({ page, portal }) => {
  await portal.signIn(accounts.admin, '/map-view');
  const language = async () => (await portal.openAccount()).locator('select').first();
  await (await language()).selectOption('es-ES');
  const role = page.locator('.org small');
  await expect(role).toHaveText('Administrador de la organización');
  expect(await role.evaluate((text) => [text.scrollWidth - text.clientWidth, text.scrollHeight - text.clientHeight]), 'nothing of it is cut').toEqual([0, 0]);
  await page.reload();
  await (await language()).selectOption('en-GB');
  await expect(role).toHaveText('Organisation administrator');
});

test('two tabs that change different things keep both, and see each other', async ({ page, portal, context }) => {
  await portal.signIn(accounts.manager, '/account-settings');
  const other = await context.newPage();
  await other.goto(`${baseUrl()}/account-settings`);
  await expect(other.getByRole('combobox', { name: 'Units' })).toBeVisible();

  await Promise.all([page.getByRole('combobox', { name: 'Units' }).selectOption('Metric'), other.getByRole('radio', { name: 'Comfortable' }).click()]);
  for (const tab of [page, other]) {
    await expect(tab.getByRole('combobox', { name: 'Units' })).toHaveValue('Metric');
    await expect(tab.getByRole('radio', { name: 'Comfortable' })).toBeChecked();
  }
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Units' })).toHaveValue('Metric');
  await expect(page.getByRole('radio', { name: 'Comfortable' })).toBeChecked();

  await page.getByRole('combobox', { name: 'Units' }).selectOption('Imperial GB');
  await expect(other.getByRole('combobox', { name: 'Units' })).toHaveValue('Imperial GB');
  await other.getByRole('radio', { name: 'Compact' }).click();
  await expect(page.getByRole('radio', { name: 'Compact' })).toBeChecked();
});

test('speeding bands are edited by the keyboard, and stay', async ({ page, portal }) => {
  await portal.signIn(accounts.manager, '/account-settings');
  const bands = page.getByRole('region', { name: 'My speeding bands' });
  const save = bands.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  const severe = bands.getByRole('slider', { name: 'Severe' });
  const before = Number(await severe.getAttribute('aria-valuenow'));
  await severe.focus();
  await page.keyboard.press('ArrowRight');
  await save.click();
  await portal.isTold('Speeding bands saved');
  await page.reload();
  await expect(severe).toHaveAttribute('aria-valuenow', String(before + 1));
  await severe.focus();
  await page.keyboard.press('ArrowLeft');
  await save.click();
  await expect(save).toBeDisabled();
});

test('widgets are arranged by keyboard, hidden and brought back, and stay so', async ({ page, portal }) => {
  await portal.signIn(accounts.manager, '/');
  const card = page.getByRole('region', { name: 'Map view' });
  await expect(card.locator('.leaflet-container')).toBeVisible();
  const left = async () => (await card.boundingBox())?.x ?? 0;
  const before = await left();

  await page.getByRole('button', { name: 'Edit widgets' }).click();
  await card.getByRole('button', { name: 'Move Map view' }).focus();
  const kept = page.waitForResponse(/\/preferences$/);
  await page.keyboard.press('ArrowRight');
  await kept;
  await expect.poll(left).toBeGreaterThan(before + 40);
  await still(page);
  const moved = await left();
  await page.reload();
  await expect.poll(left).toBeCloseTo(moved, 0);

  await card.getByRole('button', { name: 'Map view: more' }).click();
  await page.getByRole('menuitem', { name: 'Hide' }).click();
  await expect(card).toBeHidden();
  await page.getByRole('link', { name: 'Widget settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Widget settings' });
  await expect(dialog.getByRole('checkbox', { name: 'Map view' })).not.toBeChecked();
  await dialog.getByRole('checkbox', { name: 'Map view' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(card).toBeVisible();
});

test('the tree of groups is searched and walked by keyboard, and a choice is shown', async ({ page, portal }) => {
  await portal.signIn(accounts.admin, '/');
  await page.locator('button.org').click();
  const dialog = page.getByRole('dialog', { name: 'Groups of Demo Haulage' });
  await dialog.getByRole('searchbox').fill('manch');
  await expect(dialog.getByRole('treeitem')).toHaveCount(3);
  await page.keyboard.press('Tab');
  await page.keyboard.press('End');
  await expect(dialog.getByRole('treeitem', { name: /Manchester depot/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.locator('button.org')).toContainText('Manchester depot');
});

test('the password form says what is wrong, and a wrong old password is told', async ({ page, portal }) => {
  await portal.signIn(accounts.viewer, '/user-profile');
  const form = page.getByRole('form', { name: 'Change password' });
  const change = form.getByRole('button', { name: 'Change password' });
  await form.getByLabel('Old password').fill(password);
  await form.getByLabel('New password', { exact: true }).fill(password);
  await expect(form.getByText('The new password must be not same as old password.')).toBeVisible();
  await form.getByLabel('New password', { exact: true }).fill('outrider');
  await expect(form.getByText('The password must contain at least: 1 uppercase letter, 1 lowercase letter and 1 number')).toBeVisible();
  await form.getByLabel('New password', { exact: true }).fill('Outrider22');
  await form.getByLabel('Confirm new password').fill('Outrider2');
  await expect(form.getByText('The password do not match.')).toBeVisible();
  await expect(change).toBeDisabled();
  await form.getByLabel('Confirm new password').fill('Outrider22');
  await form.getByLabel('Old password').fill('Wrong1234');
  await change.click();
  await expect(form.getByRole('alert')).toContainText('Failed to reset password');
});

test('on a narrow screen the drawer opens over the page and Esc closes it', async ({ page, portal }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await portal.signIn(accounts.admin, '/');
  const drawer = page.getByRole('navigation', { name: 'Main' });
  await expect(drawer).toBeHidden();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Settings', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Account settings' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
