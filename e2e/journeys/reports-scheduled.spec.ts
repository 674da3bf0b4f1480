import { accounts } from '../pages/accounts';
import { problems } from '../pages/axe';
import { expect, test } from '../pages/test';

test('a report is scheduled, run, sent and paused', async ({ page, portal }) => {
  await portal.signIn(accounts.admin, '/scheduled-reports');
  const name = `Fleet at six ${Date.now()}`;
  await page.getByRole('button', { name: 'New schedule' }).click();
  const form = page.getByRole('form', { name: 'New schedule' });
  await form.getByRole('button', { name: 'Next' }).click();
  await expect(form.locator('p[role=alert]')).toHaveText('No report selected');
  await form.getByRole('combobox', { name: 'Report' }).selectOption({ label: 'Mileage' });
  expect(await problems(page, '.sc')).toEqual([]);
  await form.getByRole('button', { name: 'Next' }).click();
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('button', { name: 'Create schedule' }).click();
  await expect(form.locator('p[role=alert]')).toHaveText('No report recipients');
  await form.getByRole('combobox', { name: 'Recipients' }).fill('boss@customer.test');
  await form.getByRole('combobox', { name: 'Recipients' }).press('Enter');
  await expect(form.getByRole('region', { name: 'Next run' })).toContainText('covers');
  expect(await problems(page, '.sc')).toEqual([]);
  await form.getByRole('button', { name: 'Create schedule' }).click();
  await expect(form).toBeHidden();

  const row = page.getByRole('row', { name: new RegExp(name) });
  await row.getByText(name, { exact: true }).click();
  const history = page.getByRole('region', { name: 'Run history' });
  await history.getByRole('button', { name: 'Run now' }).click();
  await expect(history.getByText('1 of 1')).toBeVisible();
  await expect(history.getByRole('button', { name: 'Send again' })).toBeVisible();
  expect(await problems(page, '.sc')).toEqual([]);
  await history.getByRole('button', { name: 'Pause' }).click();
  await expect(row.getByText('Paused')).toBeVisible();

  await row.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
});

test('system health lists faults, and a file is made in the background', async ({ page, portal }) => {
  await portal.signIn(accounts.admin, '/system-health');
  await expect(page.getByRole('region', { name: 'System health' })).toBeVisible();
  await expect(page.getByText('Faults that devices report now. An email can list them every day or week.')).toBeVisible();
  await page.getByRole('button', { name: 'System health emails' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Submit' })).toBeDisabled();
  expect(await problems(page, '[role=dialog]')).toEqual([]);
  await page.keyboard.press('Escape');

  await page.goto(new URL('/reports/acc', page.url()).href); // as the catalogue calls it
  const report = page.getByRole('region', { name: 'Ignition' });
  await report.getByRole('button', { name: 'Other formats and files' }).click();
  await page.getByRole('menuitem', { name: 'PDF, In the background' }).click();
  const files = page.getByRole('dialog', { name: 'Your files' });
  await expect(files.getByRole('link', { name: 'Download' }).first()).toBeVisible();
  const saved = page.waitForEvent('download');
  await files.getByRole('link', { name: 'Download' }).first().click();
  expect((await saved).suggestedFilename()).toMatch(/^ignition-.*\.pdf$/);
  await files.getByRole('button', { name: /^Remove ignition/ }).first().click();
});
