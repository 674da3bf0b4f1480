import { until } from '../product/until';
import { accounts, password } from '../pages/accounts';
import { linkFor } from '../pages/letters';
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
  await page.getByRole('tabpanel', { name: 'Users' }).getByRole('searchbox').fill(email); // the invites' field looks like it
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
  await dialog.getByRole('treeitem').first().click();
  await dialog.getByRole('button', { name: 'OK' }).click();
  const sure = page.getByRole('dialog', { name: /^Move E2E .* to / });
  await expect(sure).toContainText('Nobody will see more or less.');
  await sure.getByRole('button', { name: 'Move' }).click();
  await expect(line).toHaveAttribute('aria-level', '2');
  await line.click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: `Delete ${name} B?` }).getByRole('button', { name: 'Delete' }).click();
  await expect(line).toBeHidden();
});

test('a permission is taken from one user within seconds, explained, and given back', async ({ page, portal, request }) => {
  const signedIn = await request.post(`${baseUrl()}/api/auth/sign-in`, { data: { email: accounts.manager, password } });
  const { access_token } = (await signedIn.json()) as { access_token: string };
  const mayWatch = async () => {
    const answer = await request.get(`${baseUrl()}/api/session`, { headers: { Authorization: `Bearer ${access_token}` } });
    return ((await answer.json()) as { permissions: { granted: string[] } }).permissions.granted.includes('WatchVOD');
  };
  await portal.signIn(accounts.admin, '/user-management');
  await page.getByRole('tab', { name: 'Permissions' }).click();
  await page.getByRole('button', { name: 'Users', exact: true }).click();
  await page.getByRole('button', { name: 'Choose users' }).click();
  const selector = page.getByRole('dialog', { name: 'Choose users' });
  for (const email of [accounts.manager, accounts.viewer]) {
    await selector.getByRole('searchbox').fill(email);
    const row = selector.getByRole('row').filter({ hasText: email });
    await row.getByText(email).click();
    if (email === accounts.manager) await page.getByRole('button', { name: 'Choose users' }).click();
  }
  await expect(page.getByText('1 user of another role is excluded.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Action or area' }).fill('WatchVOD');
  const matrix = page.getByRole('region', { name: 'Actions and who may do them' });
  const apply = async (before: string, after: string) => {
    await matrix.getByRole('button', { name: new RegExp(`: ${before}`) }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('dialog', { name: 'Are you sure you want to proceed?' }).getByRole('button', { name: 'Apply' }).click();
    await portal.isTold('Permissions saved');
    await expect(matrix.getByRole('button', { name: new RegExp(`: ${after}$`) })).toBeVisible();
  };
  await apply('Allowed', 'Denied');
  await until('the permission is gone', 5_000, async () => !(await mayWatch()));
  await page.getByRole('button', { name: /WatchVOD/ }).click();
  await expect(page.getByText('It is on the denied list of this user')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Vehicle (optional)' }).fill('BIN-001');
  await expect(page.getByRole('heading', { name: /^Who can reach BIN-001/ })).toBeVisible();
  await apply('Denied', 'Allowed');
  await until('the permission is back', 5_000, mayWatch);
});

test('a forgotten password is replaced by a link, and nobody learns who has an account', async ({ page }) => {
  await page.goto(`${baseUrl()}/sign-in`);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  for (const email of ['nobody-at-all@demo.test', accounts.viewer]) {
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByRole('status')).toHaveText('If there is an account for this address, a link is on its way. It works once, for an hour.');
  }
  await page.goto(await linkFor(accounts.viewer));
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm new password').fill(`${password}x`);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(page.getByText('The password do not match.')).toBeVisible();
  await page.getByLabel('Confirm new password').fill(password);
  await page.getByRole('button', { name: 'Save and sign in' }).click();
  await page.waitForURL(`${baseUrl()}/`);
});
