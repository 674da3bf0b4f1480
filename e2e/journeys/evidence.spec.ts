import AxeBuilder from '@axe-core/playwright';

import { accounts } from '../pages/accounts';
import { expect, test } from '../pages/test';
import { raiseBraking } from '../product/raise-alert';

test('an operator judges an alert by its evidence', async ({ page, portal }) => {
  test.setTimeout(600_000);
  const { id } = await raiseBraking();
  await portal.signIn(accounts.admin, `/notifications?alert=${id}`);
  const detail = page.getByRole('region', { name: 'Alert', exact: true });
  const player = page.getByRole('region', { name: 'Evidence of the alert' });
  await expect(detail.getByRole('heading', { name: 'Severe braking' })).toBeVisible({ timeout: 60_000 });
  await expect(player.locator('.play-tile.is-ready')).toHaveCount(4, { timeout: 120_000 });
  await expect(player.getByRole('slider', { name: /^Speed/ })).toBeVisible({ timeout: 60_000 });
  await expect(player.getByRole('slider', { name: /^Acceleration/ })).toBeVisible();
  await expect(player.locator('.map-speed')).toHaveText(/^\d+ K$/);

  const slider = player.getByRole('slider', { name: 'Master timeline' });
  const at = async () => Number(await slider.inputValue());
  const before = await at();
  expect(before, 'it stands at the event').toBeCloseTo(15, 0);
  await page.keyboard.press('v');
  await expect.poll(at, { message: 'v plays', timeout: 60_000 }).toBeGreaterThan(before + 1);
  await page.keyboard.press('v');
  await player.getByRole('button', { name: 'Severe braking' }).click();
  await expect.poll(at).toBeCloseTo(before, 1);

  for (const mode of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: mode });
    const { violations } = await new AxeBuilder({ page }).include('.alert-detail').analyze();
    expect(violations.map(({ id: rule, nodes }) => `${mode}: ${rule}: ${nodes.map(({ html }) => html).join(', ')}`)).toEqual([]);
  }

  await player.getByRole('button', { name: 'Snapshots', exact: true }).click();
  await expect(player.getByRole('img', { name: /snapshot 1 of 10$/ })).toBeVisible();
  await player.getByRole('button', { name: 'Previous snapshot' }).click();
  await expect(player.getByRole('img', { name: /snapshot 10 of 10$/ })).toBeVisible();

  const download = page.waitForEvent('download');
  await page.keyboard.press('d');
  expect((await download).suggestedFilename()).toMatch(/_\d{4}_\d\d_\d\d__\d\d_\d\d_\d\d\.zip$/);
});
