import { accounts } from '../pages/accounts';
import { expect, test } from '../pages/test';
import { raiseBraking } from '../product/raise-alert';

test.beforeAll(async () => void (await raiseBraking()));

for (const size of [{ width: 1440, height: 900 }, { width: 2560, height: 1440 }]) {
  test(`Home fills ${size.width} by ${size.height} pixels, and nothing of it is cut`, async ({ page, portal }) => {
    await page.setViewportSize(size);
    await portal.signIn(accounts.admin, '/');
    for (const name of ['Fleet status', 'Map view', 'Needs attention', 'Alerts', 'Most events']) {
      await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
    }
    await expect(page.locator('.most-events li').first()).toBeVisible();
    const places = await page.locator('.home-widget').evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().toJSON() as DOMRect));
    const low = Math.max(...places.map(({ bottom }) => bottom));
    expect(low).toBeLessThanOrEqual(size.height);
    expect(low).toBeGreaterThan(size.height - 60);
    expect(Math.max(...places.map(({ right }) => right))).toBeGreaterThan(size.width - 60);
    const bar = page.getByRole('region', { name: 'Fleet status' });
    expect(await bar.locator('.home-widget-body').evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThanOrEqual(0);
  });
}

test('what needs attention is done on Home, and taken back', async ({ page, portal }) => {
  await portal.signIn(accounts.admin, '/');
  const card = page.getByRole('region', { name: 'Needs attention' });
  await card.getByRole('button', { name: /^Severe, not rated/ }).click();
  const row = card.locator('.attention-row').filter({ hasText: 'Severe braking' });
  const before = await row.count();
  await row.first().getByRole('button', { name: /^Rate/ }).click();
  await page.getByRole('menuitem', { name: 'Good Driving' }).click();
  await expect(row).toHaveCount(before - 1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toHaveCount(before);
});

test('one period holds for the whole of Home, and leads to lists of the same days', async ({ page, portal }) => {
  await portal.signIn(accounts.admin, '/');
  const alerts = page.getByRole('region', { name: 'Alerts', exact: true });
  await page.getByRole('button', { name: '28 days', exact: true }).click();
  await expect(alerts.getByText('alerts in 28 days')).toBeVisible();
  await page.getByRole('button', { name: '7 days', exact: true }).click();
  await expect(alerts.getByText('alerts in 7 days')).toBeVisible();
  await page.reload();
  await expect(alerts.getByText('alerts in 7 days')).toBeVisible();
  const harsh = alerts.getByRole('button', { name: /^Harsh driving/ });
  const count = Number(((await harsh.locator('b').textContent()) ?? '').replace(/\D/g, ''));
  expect(count).toBeGreaterThan(0);
  await harsh.click();
  await expect(page).toHaveURL(/\/notifications\?days=7/);
  await expect(page.locator('.alert-row').filter({ hasText: 'Severe braking' }).first()).toBeVisible();
});

test('widgets stay as they are while they are arranged', async ({ page, portal }) => {
  await portal.signIn(accounts.admin, '/');
  const map = page.locator('.map-widget');
  await expect(map).toBeVisible();
  await map.evaluate((element) => element.setAttribute('data-same', 'yes'));
  await page.getByRole('button', { name: 'Edit widgets' }).click();
  await expect(page.locator('.react-grid-layout.editing .map-widget[data-same=yes]')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.locator('.map-widget[data-same=yes]')).toBeVisible();
});
