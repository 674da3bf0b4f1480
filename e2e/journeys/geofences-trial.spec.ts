import { accounts } from '../pages/accounts';
import { seriousProblems } from '../pages/axe';
import { baseUrl } from '../pages/portal';
import { expect, test } from '../pages/test';

test('a geofence is tried before it is saved, and is seen as it was', async ({ page, portal }) => {
  await portal.signIn(accounts.admin);
  await page.goto(`${baseUrl()}/geo-fence/demo-geofence-3/edit`);
  const trial = page.getByRole('region', { name: 'Would have raised' });
  await trial.getByRole('button', { name: 'Try with the last 30 days' }).click();
  await expect(trial.getByText(/\d+ visits?, 60 of 60 vehicles checked/)).toBeVisible();
  const events = trial.getByText(/^\d+ events? in the last 30 days$/);
  await expect(events).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
  if (process.env['E2E_PICTURES']) await page.screenshot({ path: `${process.env['E2E_PICTURES']}/trial.png` });

  // Faster than nobody drives in a depot: what changes is tried by itself.
  await page.getByRole('checkbox', { name: 'Enter' }).uncheck();
  await page.getByRole('checkbox', { name: 'Leave' }).uncheck();
  await page.getByLabel('Parked for').fill('');
  await page.getByLabel('Speed above').fill('180');
  await expect(trial.getByText(/^0 events in the last 30 days$/)).toBeVisible();
  page.on('dialog', (dialog) => void dialog.accept()); // what was changed is not saved
  await page.goto(`${baseUrl()}/geo-fence/demo-geofence-3`);
  const details = page.getByRole('region', { name: 'Crewe depot' });
  await details.locator('tr.table-row').first().getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('menuitem', { name: 'Show geofences as they were then' }).click();
  await expect(page.getByText(/^As they were at /)).toBeVisible();
  await page.getByRole('button', { name: 'Show now' }).click();
  await expect(page.getByText(/^As they were at /)).toHaveCount(0);
});
