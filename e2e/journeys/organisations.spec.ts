import { accounts } from '../pages/accounts';
import { problems } from '../pages/axe';
import { linkFor } from '../pages/letters';
import { baseUrl } from '../pages/portal';
import { expect, test } from '../pages/test';
import { until } from '../product/until';

test('support makes an organisation, its administrator comes in, is shut out, and the organisation is deleted and restored', async ({ page, portal, browser }) => {
  const name = `Delta Vans ${Date.now()}`;
  const id = name.toLowerCase().replaceAll(' ', '-');
  const email = `boss@${id}.test`;
  await portal.signIn(accounts.support, '/organisations');
  const table = page.getByRole('region', { name: 'Organisations' });
  await expect(table.getByRole('row').filter({ hasText: 'Rival Logistics' })).toContainText('Active');
  expect(await problems(page, '.people')).toEqual([]);
  await page.getByRole('button', { name: 'New organisation' }).click();
  const form = page.getByRole('dialog', { name: 'New organisation' });
  await form.getByLabel(/^Name/).fill(name);
  await expect(form.getByLabel(/^Id/)).toHaveValue(id);
  await form.getByLabel(/^Email of the first/).fill(email);
  await form.getByLabel('First name').fill('Bo');
  await form.getByRole('button', { name: 'Create and invite' }).click();
  await portal.isTold(`${name} created, invite sent to ${email}`);
  await page.getByRole('searchbox').fill(id);
  const row = table.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Active');

  const boss = await browser.newContext();
  const door = await boss.newPage();
  await door.goto(await linkFor(email));
  await door.getByLabel('Password', { exact: true }).fill('Invited-2026');
  await door.getByRole('button', { name: 'Create account and sign in' }).click();
  await door.waitForURL(`${baseUrl()}/`);
  await door.goto(`${baseUrl()}/organisations`);
  await expect(door.getByText('Rival Logistics')).toBeHidden();
  await expect(door.getByRole('link', { name: 'Organisations' })).toBeHidden();

  const menu = async (entry: string) => {
    await row.getByRole('button', { name: /actions/i }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  const [archive] = await Promise.all([page.waitForEvent('download'), menu('Export data')]);
  expect(archive.suggestedFilename()).toBe(`${id}.zip`);
  expect(await archive.failure()).toBeNull();
  await menu('Disable');
  await page.getByRole('dialog', { name: `Disable ${name}?` }).getByRole('button', { name: 'Disable' }).click();
  await expect(row).toContainText('Disabled');
  await until('its administrator is signed out', 10_000, async () => (await door.request.post(`${baseUrl()}/api/auth/refresh`, { data: {} })).status() === 401);
  await boss.close();
  await menu('Delete');
  const sure = page.getByRole('dialog', { name: `Delete ${name}?` });
  await sure.getByLabel(/^Type/).fill('another');
  await sure.getByRole('button', { name: 'Delete organisation' }).click();
  await expect(sure.getByText(`Type ${id} to confirm`).nth(1)).toBeVisible();
  await sure.getByLabel(/^Type/).fill(id);
  await sure.getByRole('button', { name: 'Delete organisation' }).click();
  await expect(row).toContainText('Deleted');
  await menu('Restore');
  await expect(row).toContainText('Active');

  const [there] = await Promise.all([page.context().waitForEvent('page'), menu('Open in a new tab')]);
  await expect(there.getByRole('complementary', { name: 'Acting elsewhere' })).toContainText(name);
});
