import { accounts } from '../pages/accounts';
import { problems } from '../pages/axe';
import { baseUrl, Portal } from '../pages/portal';
import { expect, test } from '../pages/test';
import { adminToken, ask } from '../product/ask';
import { until } from '../product/until';

test('a report is chosen, added up by status and saved as a file', async ({ browser, page, portal }) => {
  await portal.signIn(accounts.admin, '/reports?report_type=fleet-status');
  const report = page.getByRole('region', { name: 'Fleet status' });
  await expect(report.getByText('60 rows')).toBeVisible();
  await report.getByRole('combobox', { name: 'Sub-totals' }).selectOption({ label: 'Sub-totals: Status' });
  await expect(report.locator('tr.rp-sub').first()).toBeVisible();
  const counts = await report.locator('tr.rp-sub td:first-child').allInnerTexts();
  expect(counts.map((text) => Number(/(\d+) rows?$/.exec(text)?.[1] ?? 0)).reduce((sum, n) => sum + n, 0)).toBe(60);
  expect(await problems(page, '.rp')).toEqual([]);

  const saved = page.waitForEvent('download');
  await report.getByRole('button', { name: 'Other formats and files' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^fleet-status-.*\.csv$/);
  const lines = (await (await file.createReadStream()).toArray()).join('').trim().split('\r\n');
  expect(lines).toHaveLength(61);
  expect(lines[0]).toContain('Status,Vehicle');

  await page.getByRole('navigation', { name: 'Reports', exact: true }).getByRole('button', { name: 'Mileage' }).click();
  await expect(page).toHaveURL(/report_type=mileage/);
  const mileage = page.getByRole('region', { name: 'Mileage' });
  await expect(mileage.getByRole('button', { name: 'Week' })).toBeVisible();
  await mileage.getByRole('button', { name: 'Total' }).click();
  await page.reload(); // what was chosen is remembered
  await expect(mileage.getByRole('button', { name: 'Total' })).toHaveAttribute('aria-pressed', 'true');

  const other = await browser.newContext(); // on another machine, too
  const elsewhere = await other.newPage();
  await new Portal(elsewhere).signIn(accounts.admin, '/reports?report_type=mileage');
  await expect(elsewhere.getByRole('region', { name: 'Mileage' }).getByRole('button', { name: 'Total' })).toHaveAttribute('aria-pressed', 'true');
  await other.close();
});

interface Kept {
  schedule_uuid: string;
  report_type: string;
  group_by: string;
  columns: string[];
  compared_with: string;
  frequency: string;
}

test('a report is divided by its sub-totals, compared as far as is known, and scheduled as it is on the screen', async ({ page, portal }) => {
  const token = await adminToken();
  const lately = { from: new Date(Date.now() - 86_400_000).toISOString(), zone: 'Europe/London' };
  await until('vehicles of two groups have driven', 240_000, async () => {
    const { groups } = await ask<{ groups: unknown[] }>('POST', '/org/demo/reports/mileage/rows', { ...lately, to: new Date().toISOString(), group_by: 'group' }, token);
    return groups.length > 1;
  });
  await portal.signIn(accounts.admin, '/reports?report_type=mileage&date_range=last-7-days');
  const report = page.getByRole('region', { name: 'Mileage' });
  const chart = report.getByRole('figure', { name: 'Distance · by day' });
  await report.getByRole('button', { name: 'Reset' }).click(); // what was chosen before is remembered
  await expect(chart).toBeVisible();
  await report.getByRole('combobox', { name: 'Sub-totals' }).selectOption({ label: 'Sub-totals: Group' });
  await expect(chart.locator('.legend .ell').nth(1)).toBeVisible();
  await report.getByRole('button', { name: 'Compare with the period before' }).click();
  await expect(report.getByText('No comparison: too little is known of the time before')).toBeVisible();
  await report.getByRole('button', { name: /^Columns/ }).click();
  await page.getByRole('checkbox', { name: 'Trips' }).uncheck();
  await page.keyboard.press('Escape');
  expect(await problems(page, '.rp')).toEqual([]);

  await report.getByRole('button', { name: 'Schedule this' }).click();
  const form = page.getByRole('form', { name: 'New schedule' });
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Mileage');
  const name = `Mileage as seen ${Date.now()}`;
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('button', { name: 'Change' }).click();
  await expect(form.getByRole('checkbox', { name: 'Compare with the period before' })).toBeChecked();
  await form.getByRole('button', { name: 'Next' }).click();
  await form.getByRole('combobox', { name: 'Recipients' }).fill('boss@customer.test');
  await form.getByRole('combobox', { name: 'Recipients' }).press('Enter');
  await form.getByRole('button', { name: 'Create schedule' }).click();
  await expect(form).toBeHidden();
  const { scheduled } = await ask<{ scheduled: Kept[] }>('GET', `/reports/scheduled?q=${encodeURIComponent(name)}`, undefined, token);
  expect(scheduled).toEqual([expect.objectContaining({ report_type: 'mileage', group_by: 'group', columns: ['vehicle', 'group', 'driver', 'period', 'distance', 'driving', 'idling'], compared_with: 'previous', frequency: 'weekly' })]);
  await page.request.delete(`${baseUrl()}/api/reports/scheduled`, { headers: { Authorization: `Bearer ${token}` }, data: { schedule_uuid: scheduled[0]?.schedule_uuid } });
});

test('a report of a group is scheduled as the group, and its chart stays off', async ({ page, portal }) => {
  const token = await adminToken();
  await portal.signIn(accounts.admin, '/reports?report_type=ignition');
  const report = page.getByRole('region', { name: 'Ignition' });
  await report.getByRole('button', { name: 'Reset' }).click();
  await report.getByRole('button', { name: 'All vehicles' }).click();
  const selector = page.getByRole('dialog', { name: 'Select vehicles' });
  await selector.getByText('Group', { exact: true }).click();
  await selector.getByRole('searchbox').fill('depot');
  const group = selector.getByRole('treeitem', { name: /depot, \d+ vehicles$/i }).first();
  const name = (await group.getAttribute('aria-label'))?.split(',')[0] ?? '';
  await group.click();
  await selector.getByRole('button', { name: 'OK' }).click();
  await expect(report.getByRole('button', { name })).toBeVisible();
  await report.getByRole('button', { name: 'Off' }).click();
  await expect(report.getByRole('button', { name: 'Off', pressed: true })).toBeVisible();
  await expect(report.getByRole('figure').getByRole('list')).toHaveCount(0);
  await page.reload();
  await expect(report.getByRole('button', { name: 'Off', pressed: true })).toBeVisible();

  await report.getByRole('button', { name: 'Schedule this' }).click();
  const form = page.getByRole('form', { name: 'New schedule' });
  await expect(form.getByText(`${name}. Groups cover the vehicles that are in them at each run.`)).toBeVisible();
  const title = `Ignition of a group ${Date.now()}`;
  await form.getByRole('textbox', { name: 'Name' }).fill(title);
  await form.getByRole('combobox', { name: 'Recipients' }).fill('boss@customer.test');
  await form.getByRole('combobox', { name: 'Recipients' }).press('Enter');
  expect(await problems(page, '.sc')).toEqual([]);
  await form.getByRole('button', { name: 'Create schedule' }).click();
  await expect(form).toBeHidden();
  const { scheduled } = await ask<{ scheduled: (Kept & { vehicle_ids?: string[]; group_ids: string[] })[] }>('GET', `/reports/scheduled?q=${encodeURIComponent(title)}`, undefined, token);
  expect(scheduled).toEqual([expect.objectContaining({ report_type: 'ignition', group_ids: [expect.any(String)] })]);
  expect(scheduled[0]?.vehicle_ids ?? []).toEqual([]);
  await page.request.delete(`${baseUrl()}/api/reports/scheduled`, { headers: { Authorization: `Bearer ${token}` }, data: { schedule_uuid: scheduled[0]?.schedule_uuid } });
});
