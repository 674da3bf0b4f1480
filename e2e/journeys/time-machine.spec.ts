import { accounts } from '../pages/accounts';
import { seriousProblems } from '../pages/axe';
import { baseUrl } from '../pages/portal';
import { expect, test } from '../pages/test';

test('the map shows a moment of the past, says that it is not live, and comes back', async ({ page, portal }) => {
  await portal.signIn(accounts.admin);
  await page.goto(`${baseUrl()}/map-view`);
  await expect(page.locator('.vrow').first()).toBeVisible();
  await page.getByRole('button', { name: 'Time machine' }).click();
  const past = page.getByRole('region', { name: 'Time machine' });
  await expect(past.getByText('Nothing here is live.')).toBeVisible();
  await expect(page).toHaveURL(/[?&]at=\d+/);

  // Where the fleet was when it was seen first; an hour ago nobody was there yet.
  const listed = past.getByRole('region', { name: 'Vehicles' });
  await expect(listed.locator('.vrow').first()).toBeVisible();
  await page.goto(`${baseUrl()}/map-view?at=${Date.now() - 5_000}`);
  await expect(listed.locator('.vrow').filter({ hasText: /mph|km\/h/ }).first()).toBeVisible();
  expect(await seriousProblems(page)).toEqual([]);
  if (process.env['E2E_PICTURES']) await page.screenshot({ path: `${process.env['E2E_PICTURES']}/past.png` });

  const before = new URL(page.url()).searchParams.get('at') ?? '';
  await past.getByRole('button', { name: 'One minute back' }).click();
  await expect.poll(() => Number(new URL(page.url()).searchParams.get('at'))).toBe(Number(before) - 60_000);
  await past.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => Number(new URL(page.url()).searchParams.get('at'))).toBeGreaterThan(Number(before) - 60_000);
  await past.getByRole('button', { name: 'Back to live' }).click();
  await expect(past).toHaveCount(0);
  await expect(page.locator('.vrow').first()).toBeVisible();
  await expect(page).not.toHaveURL(/[?&]at=/);
});
