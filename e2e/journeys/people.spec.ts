import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { until } from '../product/until';
import { accounts } from '../pages/accounts';
import { baseUrl } from '../pages/portal';
import { expect, test } from '../pages/test';

test('somebody is invited, comes in by the link once, and is given a role, another group and the door', async ({ page, portal, browser }) => {
  const email = `e2e-${Date.now()}@demo.test`;
  await portal.signIn(accounts.admin, '/user-management');
  await page.getByRole('button', { name: 'Invite users' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite users' });
  await dialog.getByRole('button', { name: 'Send invite' }).click();
  await expect(dialog.getByText('This field is required.').first()).toBeVisible();
  await dialog.getByLabel(/^Email/).fill(email);
  await dialog.getByLabel('First name').fill('Edith');
  await dialog.getByRole('button', { name: 'Send invite' }).click();
  await portal.isTold(`Invite sent to ${email}`);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('tab', { name: 'Invites' }).click();
  await expect(page.getByRole('region', { name: 'Invites' }).getByRole('row').filter({ hasText: email })).toContainText('Pending');

  const link = await linkFor(email);
  const guest = await browser.newContext();
  const door = await guest.newPage();
  await door.goto(link);
  await expect(door.getByLabel('First name')).toHaveValue('Edith');
  await door.getByLabel('Last name').fill('Invited');
  await door.getByLabel('Password', { exact: true }).fill('short');
  await door.getByRole('button', { name: 'Create account and sign in' }).click();
  await expect(door.getByText('This field must be at least 8 characters.')).toBeVisible();
  await door.getByLabel('Password', { exact: true }).fill('Invited-2026');
  await door.getByRole('button', { name: 'Create account and sign in' }).click();
  await door.waitForURL(`${baseUrl()}/`);
  const second = await (await browser.newContext()).newPage();
  await second.goto(link);
  await expect(second.getByRole('alert')).toHaveText('This link has been used or has expired.');
  await second.context().close();

  await page.getByRole('tab', { name: 'Users' }).click();
  await page.getByRole('searchbox', { name: 'Search by name, e-mail or group' }).fill(email);
  const row = page.getByRole('region', { name: 'Users' }).getByRole('row').filter({ hasText: email });
  await expect(row).toContainText('Fleet manager');
  await row.getByText('Edith Invited').click();
  const edit = page.getByRole('dialog', { name: 'Edith Invited' });
  await edit.getByLabel('Mobile').fill('07700 900555');
  await edit.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Driver' }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await portal.isTold('User saved');
  await expect(row).toContainText('Driver');
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('dialog', { name: 'Disable Edith Invited?' }).getByRole('button', { name: 'Disable' }).click();
  await expect(row).toContainText('Disabled');
  // Whoever is disabled is out within seconds, whatever the browser shows.
  await until('the disabled user is signed out', 10_000, async () => (await door.request.post(`${baseUrl()}/api/auth/refresh`, { data: {} })).status() === 401);
  await guest.close();
});

test('people of a file are judged before anybody is invited', async ({ page, portal }) => {
  await portal.signIn(accounts.admin, '/user-management');
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import CSV' });
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`email;role;first_name\nfile-${Date.now()}@demo.test;Driver;Ann\nking@demo.test;System admin;King\n${accounts.viewer};Driver;There\n`),
  });
  await expect(dialog.getByText('1 row is good · 2 rows are left out')).toBeVisible();
  await expect(dialog.getByText('There is an account with this e-mail address already.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Invite 1 user' }).click();
  await portal.isTold('1 invite sent');
  await expect(dialog).toBeHidden();
});

test('who may not list users has no page of them', async ({ page, portal }) => {
  await portal.signIn(accounts.driver, '/');
  await page.goto(`${baseUrl()}/user-management`);
  await expect(page.getByText('You do not have permission for Users')).toBeVisible();
});

/** The link in the newest mail to an address, from the outbox of a product without a mail server. */
async function linkFor(email: string): Promise<string> {
  const folder = path.join(process.env.E2E_DATA_DIR ?? '', 'mail');
  let link: string | undefined;
  await until(`a mail to ${email}`, 60_000, async () => {
    for (const name of await readdir(folder).catch(() => [])) {
      const text = (await readFile(path.join(folder, name), 'utf8')).replace(/=\r?\n/g, '').replace(/=3D/g, '=');
      if (name.endsWith('.eml') && text.includes(email)) {
        link = /https?:\/\/\S+\/sign-in\?(invite|reset)=[A-Z2-7]+/.exec(text)?.[0];
      }
    }
    return link !== undefined;
  });
  return link ?? '';
}

test('a group is added, renamed, moved by the keyboard after it was said what that changes, and deleted', async ({ page, portal }) => {
  const name = `E2E ${Date.now() % 100_000}`;
  await portal.signIn(accounts.admin, '/user-management');
  await page.getByRole('tab', { name: 'Groups' }).click();
  const tree = page.getByRole('tree', { name: 'Groups' });
  await tree.getByRole('treeitem').nth(1).click();
  await page.getByRole('button', { name: 'Add group' }).click();
  await page.getByRole('dialog').getByLabel(/^Name/).fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Add group' }).click();
  await portal.isTold(`${name} added`);
  const line = tree.getByRole('treeitem').filter({ hasText: name });
  await line.click();
  await line.press('F2');
  await page.getByRole('dialog').getByLabel(/^Name/).fill(`${name} B`);
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await portal.isTold(`Renamed to ${name} B`);
  await line.focus();
  await line.press('m');
  const dialog = page.getByRole('dialog', { name: `Move ${name} B` });
  await dialog.getByRole('combobox').click();
  await page.getByRole('option').first().click();
  await dialog.getByRole('button', { name: 'Move' }).click();
  const sure = page.getByRole('dialog', { name: /^Move E2E .* to / });
  await expect(sure).toContainText('Nobody will see more or less.');
  await sure.getByRole('button', { name: 'Move' }).click();
  await expect(line).toHaveAttribute('aria-level', '2');
  await line.click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: `Delete ${name} B?` }).getByRole('button', { name: 'Delete' }).click();
  await expect(line).toBeHidden();
});
