import { accounts } from '../pages/accounts';
import { problems } from '../pages/axe';
import { expect, test } from '../pages/test';
import { raiseBraking } from '../product/raise-alert';

/** For what a loaded machine does late. */
const patience = { timeout: 60_000 };

test('an operator judges an alert by its evidence', async ({ page, portal }) => {
  test.setTimeout(1_200_000);
  const { id } = await raiseBraking();
  await portal.signIn(accounts.admin, `/notifications?alert=${id}`);
  const detail = page.getByRole('region', { name: 'Alert', exact: true });
  const player = page.getByRole('region', { name: 'Evidence of the alert' });
  await expect(detail.getByRole('heading', { name: 'Severe braking' })).toBeVisible(patience);
  await expect(player.locator('.play-tile.is-ready')).toHaveCount(4, { timeout: 120_000 });
  await expect(player.getByRole('slider', { name: /^Speed/ })).toBeVisible(patience);
  await expect(player.getByRole('slider', { name: /^Acceleration/ })).toBeVisible(patience);
  await expect(player.locator('.map-speed')).toHaveText(/^\d+ mph$/, patience);

  const slider = player.getByRole('slider', { name: 'Master timeline' });
  const at = async () => Number(await slider.inputValue());
  await expect.poll(at, { message: 'it stands at the event', ...patience }).toBeCloseTo(15, 0);
  const before = await at();
  await page.keyboard.press('v');
  await expect.poll(at, { message: 'v plays', ...patience }).toBeGreaterThan(before + 1);
  await expect(async () => {
    // On a slow machine it may have come to the end, where it rests by itself.
    if (await player.getByRole('button', { name: 'Pause', exact: true }).isVisible()) await page.keyboard.press('v');
    await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible({ timeout: 5_000 });
  }).toPass(patience);
  await player.getByRole('button', { name: 'Severe braking' }).click();
  await expect.poll(at, patience).toBeCloseTo(before, 1);

  for (const mode of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: mode });
    expect(await problems(page, '.alert-detail'), mode).toEqual([]);
  }

  await player.getByRole('button', { name: 'Snapshots', exact: true }).click();
  await expect(player.getByRole('img', { name: /snapshot 1 of 10$/ })).toBeVisible(patience);
  await player.getByRole('button', { name: 'Previous snapshot' }).click();
  await expect(player.getByRole('img', { name: /snapshot 10 of 10$/ })).toBeVisible(patience);

  const download = page.waitForEvent('download', { timeout: 120_000 });
  await page.keyboard.press('d');
  expect((await download).suggestedFilename()).toMatch(/_\d{4}_\d\d_\d\d__\d\d_\d\d_\d\d\.zip$/);
});
