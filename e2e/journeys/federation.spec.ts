import type { Page } from '@playwright/test';

import { accounts } from '../pages/accounts';
import { problems } from '../pages/axe';
import { baseUrl } from '../pages/portal';
import { expect, test } from '../pages/test';

/** Signs in at the other site, whose button is on our page. */
async function signInThere(page: Page, user: string): Promise<void> {
  await page.getByRole('link', { name: 'Continue with Acme Portal' }).click();
  await page.getByLabel('Username').fill(user);
  await page.getByLabel('Password').fill('Elsewhere1');
  await page.getByRole('button', { name: 'Login' }).click();
}

test('a first visit leads to sign-in without an error in the console', async ({ page }) => {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto(`${baseUrl()}/map-view`);
  await page.waitForURL(/\/sign-in\?next=/);
  await expect(page.getByRole('link', { name: 'Continue with Acme Portal' })).toBeVisible();
  expect(errors).toEqual([]);
  expect(await problems(page)).toEqual([]);
});

test('another site signs a manager in, and out again', async ({ page, portal }) => {
  await page.goto(`${baseUrl()}/map-view`);
  await signInThere(page, 'ann');
  await page.waitForURL(`${baseUrl()}/map-view`);
  await expect(portal.live).toHaveText('Live');
  await page.reload();
  await expect(portal.live).toHaveText('Live');
  const menu = await portal.openAccount();
  await expect(menu).toContainText(accounts.manager);
  await menu.getByRole('button', { name: 'Logout' }).click();
  const gone = page.waitForRequest(/end_session/);
  await page.getByRole('dialog', { name: 'Log out?' }).getByRole('button', { name: 'Logout' }).click();
  await gone;
  await expect(page).toHaveURL(/\/sign-in/); // one navigation may overtake another on the way
});

for (const { user, says } of [
  { user: 'bob', says: 'There is no account for you here. Ask your administrator.' },
  { user: 'eve', says: 'The other site has not verified your email address.' },
]) {
  test(`whom the other site knows and we do not is told so: ${user}`, async ({ page }) => {
    await page.goto(`${baseUrl()}/sign-in`);
    await signInThere(page, user);
    await expect(page.getByRole('alert')).toHaveText(says);
  });
}

test('a manager who comes with an organisation is signed out', async ({ page }) => {
  await page.goto(`${baseUrl()}/sign-in?org_id=rival`);
  await signInThere(page, 'ann');
  await expect(page.getByRole('alert')).toHaveText('You may not act in that organisation and have been signed out.');
});

test('support comes with an organisation, acts there, and leaves it', async ({ page }) => {
  await page.goto(`${baseUrl()}/sign-in?org_id=rival`);
  await signInThere(page, 'sue');
  const band = page.getByRole('complementary', { name: 'Acting elsewhere' });
  await expect(band).toContainText('You are acting in Rival Logistics');
  await band.getByRole('button', { name: 'Leave' }).click();
  await expect(page.locator('.topbar')).toBeVisible();
  await expect(band).toBeHidden();
});

test('support acts in another organisation in one tab, and nowhere else', async ({ page, portal, context }) => {
  await portal.signIn(accounts.support, '/');
  await page.evaluate(() => localStorage.setItem('outrider.keepsake', 'mine'));
  const menu = await portal.openAccount();
  await menu.getByRole('button', { name: 'Act in another organisation' }).click();
  const dialog = page.getByRole('dialog', { name: 'Act in another organisation' });
  await dialog.getByRole('searchbox').fill('riv');
  const opened = context.waitForEvent('page');
  await dialog.getByRole('button', { name: /Rival Logistics/ }).click();
  const tab = await opened;
  const band = tab.getByRole('complementary', { name: 'Acting elsewhere' });
  await expect(band).toContainText('Rival Logistics');
  expect(await problems(tab, '.acting')).toEqual([]);

  const orgOf = (of: Page) => of.evaluate(async () => {
    const answer = await fetch('/api/auth/refresh', { method: 'POST', ...(window.name ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ org_id: window.name.slice(6) }) } : {}) });
    return ((await answer.json()) as { org_id: string }).org_id;
  });
  expect(await orgOf(tab)).toBe('rival');
  expect(await orgOf(page)).not.toBe('rival');
  await page.reload();
  await expect(page.locator('.topbar')).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Acting elsewhere' })).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('outrider.keepsake'))).toBe('mine');
  await tab.reload();
  await expect(band).toContainText('Rival Logistics');

  await band.getByRole('button', { name: 'Leave' }).click();
  await expect(tab.locator('.topbar')).toBeVisible();
  await expect(band).toBeHidden();
});

test('who is no support and marks a tab is signed out', async ({ page, portal }) => {
  await portal.signIn(accounts.manager, '/');
  await page.evaluate(() => {
    window.name = 'orgID=rival';
  });
  await page.reload();
  await page.waitForURL(/\/sign-in/);
});
