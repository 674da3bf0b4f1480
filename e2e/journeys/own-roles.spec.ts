import { accounts } from '../pages/accounts';
import { problems } from '../pages/axe';
import { expect, test } from '../pages/test';

test('a role of the organisation’s own is made from a copy, changed, given, refused to be deleted, and deleted when nobody has it', async ({ page, portal }) => {
  const name = `Night shift ${Date.now() % 100_000}`;
  await portal.signIn(accounts.admin, '/user-management?tab=permissions');
  await page.getByRole('button', { name: 'New role' }).click();
  const dialog = page.getByRole('dialog', { name: 'New role' });
  await dialog.getByLabel(/^Name/).fill(name);
  await dialog.getByRole('button', { name: 'Create role' }).click();
  await portal.isTold(`Role ${name} created`);
  const matrix = page.getByRole('region', { name: 'Actions and who may do them' });
  await expect(matrix.getByRole('columnheader', { name })).toBeVisible();
  expect(await problems(page, '.perm')).toEqual([]);
  await page.getByRole('searchbox', { name: 'Action or area' }).fill('WatchVOD');
  await matrix.getByRole('button', { name: `${name}: Allowed` }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('dialog', { name: 'Are you sure you want to proceed?' }).getByRole('button', { name: 'Apply' }).click();
  await portal.isTold('Permissions saved');
  await expect(matrix.getByRole('button', { name: `${name}: Denied` })).toHaveClass(/differs/);

  await page.getByRole('tab', { name: 'Users' }).click();
  const give = async (from: string, to: string) => {
    const row = page.getByRole('region', { name: 'Users' }).getByRole('row').filter({ hasText: accounts.manager });
    await expect(row).toContainText(from);
    await row.getByText(accounts.manager).click();
    const edit = page.getByRole('dialog');
    await edit.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: to, exact: true }).click();
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText(to);
  };
  await give('Fleet manager', name);
  const remove = async () => {
    await page.getByRole('tab', { name: 'Permissions' }).click();
    await page.getByRole('button', { name: `Delete ${name}?` }).click();
    await page.getByRole('dialog', { name: `Delete ${name}?` }).getByRole('button', { name: 'Delete' }).click();
  };
  await remove();
  await portal.isTold('This role is in use by');
  await page.getByRole('tab', { name: 'Users' }).click();
  await give(name, 'Fleet manager');
  await remove();
  await portal.isTold(`Role ${name} deleted`);
  await expect(page.getByRole('list', { name: 'Roles of your own' })).toBeHidden();
});
