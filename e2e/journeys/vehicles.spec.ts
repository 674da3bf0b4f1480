import { accounts } from '../pages/accounts';
import { baseUrl } from '../pages/portal';
import { expect, test } from '../pages/test';

test('a vehicle is added, gets a device, is changed, exported and deleted', async ({ page, portal }) => {
  const name = `E2E-${Date.now() % 100_000}`;
  await portal.signIn(accounts.admin);
  await page.goto(`${baseUrl()}/vehicles`);
  const table = page.getByRole('region', { name: 'Vehicles' });
  await expect(table.getByText('BIN-001')).toBeVisible();

  await page.getByRole('button', { name: 'Add vehicle' }).click();
  const added = page.getByRole('dialog', { name: 'New vehicle' });
  await added.getByRole('button', { name: 'Add vehicle' }).click();
  await expect(added.getByText('This field is required.').first()).toBeVisible();
  await added.getByLabel(/^Name/).fill(name);
  await added.getByLabel('Make').fill('Ford');
  await added.getByRole('button', { name: 'Add vehicle' }).click();

  const dialog = page.getByRole('dialog', { name, exact: true });
  await dialog.getByRole('button', { name: 'New device' }).click();
  await dialog.getByLabel(/^Device id/).fill(`${name.toLowerCase()}-device`);
  await dialog.getByRole('button', { name: 'Add and assign' }).click();
  const key = page.getByRole('dialog', { name: /^Key of/ });
  await expect(key.locator('code')).toHaveText(/^[0-9a-f]{64}$/);
  await key.getByRole('button', { name: 'I have stored it' }).click();
  await expect(dialog.getByRole('region', { name: `${name.toLowerCase()}-device` })).toContainText('Default');

  await dialog.getByRole('tab', { name: 'Vehicle' }).click();
  await dialog.getByLabel('Notes').fill(`Note of ${name}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await portal.isTold(`${name} saved`);
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('searchbox', { name: 'Search vehicles' }).fill(name);
  await expect(table.getByText(`Note of ${name}`)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`q=${name}`));
  await table.getByRole('row').filter({ hasText: `Note of ${name}` }).getByRole('checkbox').check(); // others may stand above it until they are filtered out
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: `Delete ${name}?` }).getByRole('button', { name: 'Delete' }).click();
  await expect(table.getByText(`Note of ${name}`)).toBeHidden();
});

test('hardware faults are reached from Vehicles, and opened by vehicle', async ({ page, portal }) => {
  await portal.signIn(accounts.admin);
  await page.goto(`${baseUrl()}/vehicles`);
  await page.getByRole('link', { name: /Hardware faults/ }).click();
  await expect(page).toHaveURL(`${baseUrl()}/hardware-faults`);
  const table = page.getByRole('region', { name: 'Hardware faults' });
  await table.locator('tr.openable').first().click(); // not a skeleton
  await expect(page.getByRole('dialog', { name: /^Hardware of/ })).toBeVisible();
});

test('who may not change vehicles reads them', async ({ page, portal }) => {
  await portal.signIn(accounts.viewer);
  await page.goto(`${baseUrl()}/vehicles`);
  await expect(page.getByRole('button', { name: 'Add vehicle' })).toBeDisabled();
});
