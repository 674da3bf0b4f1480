import { accounts } from '../pages/accounts';
import { problems } from '../pages/axe';
import { expect, test } from '../pages/test';

test('a report is chosen, added up by status and saved as a file', async ({ page, portal }) => {
  await portal.signIn(accounts.admin, '/reports?report_type=fleet-status');
  const report = page.getByRole('region', { name: 'Fleet status' });
  await expect(report.getByText('60 rows')).toBeVisible();
  await report.getByRole('combobox', { name: 'Sub-totals' }).selectOption({ label: 'Sub-totals: Status' });
  await expect(report.locator('tr.rp-sub').first()).toBeVisible();
  const counts = await report.locator('tr.rp-sub td:first-child').allInnerTexts();
  expect(counts.map((text) => Number(/\((\d+)\)$/.exec(text)?.[1] ?? 0)).reduce((sum, n) => sum + n, 0)).toBe(60);
  expect(await problems(page, '.rp')).toEqual([]);

  const saved = page.waitForEvent('download');
  await report.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^fleet-status-.*\.csv$/);
  const lines = (await (await file.createReadStream()).toArray()).join('').trim().split('\r\n');
  expect(lines).toHaveLength(61);
  expect(lines[0]).toContain('Status,Vehicle');
  await page.screenshot({ path: '/tmp/w3-reports-1.png' });

  await page.getByRole('navigation', { name: 'Reports', exact: true }).getByRole('button', { name: 'Mileage' }).click();
  await expect(page).toHaveURL(/report_type=mileage/);
  const mileage = page.getByRole('region', { name: 'Mileage' });
  await expect(mileage.getByRole('button', { name: 'Week' })).toBeVisible();
  await mileage.getByRole('button', { name: 'Total' }).click();
  await page.reload(); // what was chosen is remembered
  await expect(mileage.getByRole('button', { name: 'Total' })).toHaveAttribute('aria-pressed', 'true');
  await page.screenshot({ path: '/tmp/w3-reports-2.png' });
});
