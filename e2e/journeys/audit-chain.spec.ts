import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

import { accounts } from '../pages/accounts';
import { problems } from '../pages/axe';
import { expect, test } from '../pages/test';

test('an administrator sees that nothing in the record was changed, and so does the operator’s command', async ({ page, portal }) => {
  await portal.signIn(accounts.admin, '/user-management?tab=activity');
  await page.getByRole('button', { name: 'Check the record' }).click();
  await expect(page.getByText(/^\d+ records? checked: nothing was changed\.$/)).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Keep records for' })).toHaveValue('0');
  expect(await problems(page, '.people')).toEqual([]);
  const { stdout } = await promisify(execFile)(path.resolve(__dirname, '../../build/bin/outrider'), ['audit', 'verify'], { env: { ...process.env, OUTRIDER_DATA_DIR: process.env.E2E_DATA_DIR } });
  expect(stdout).toMatch(/^demo\t[1-9]\d*\t[0-9a-f]{64}$/m);
});
