import type { Page } from '@playwright/test';

import { accounts } from '../pages/accounts';
import { problems } from '../pages/axe';
import { Portal } from '../pages/portal';
import { expect, test } from '../pages/test';
import { adminToken, ask } from '../product/ask';
import { raiseBraking, raiseTurns } from '../product/raise-alert';

interface Answer {
  total_records: number;
}

/** How many driving alerts of 30 days are archived. */
async function archived(): Promise<number> {
  const from = new Date(Date.now() - 29 * 86_400_000).toISOString();
  const filters = [{ attribute: 'kind', value: 'driving' }, { attribute: 'archived', value: 'True' }];
  return (await ask<Answer>('POST', '/org/demo/alerts/elastic?page_num=1&rows_per_page=1', { query_type: 'alerts', start_timestamp: from, filters }, await adminToken())).total_records;
}

async function chooseDriver(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Vehicles and drivers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Vehicles and drivers' });
  await dialog.getByRole('combobox', { name: 'Drivers' }).click();
  await page.getByRole('option').first().click();
  await page.keyboard.press('Tab'); // closes the choices
  await dialog.getByRole('button', { name: 'Show alerts' }).click();
  await expect(dialog).toBeHidden();
}

test('a list is filtered, changed as a whole and changed back, and stays still', async ({ page, portal }) => {
  test.setTimeout(1_200_000);
  await raiseTurns(12);
  await portal.signIn(accounts.admin, '/notifications?size=10');
  const list = page.getByRole('region', { name: 'Driving alerts' });
  await expect(list.locator('.alert-row').first()).toBeVisible();

  await page.getByRole('button', { name: /^Time:/ }).click();
  await page.getByRole('button', { name: 'Last 30 Days' }).click();
  await expect(page).toHaveURL(/days=30/);
  await chooseDriver(page);
  await expect(page).toHaveURL(/driver=/);
  expect(await problems(page, '.triage')).toEqual([]);
  await page.getByRole('button', { name: /^Clear All/ }).click();

  const before = await archived();
  await list.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await list.getByRole('button', { name: /^Select all \d+/ }).click();
  await list.getByRole('button', { name: 'Archive', exact: true }).click();
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.hover(); // it stays while the pointer is on it
  await expect(list.locator('.alert-row')).toHaveCount(0);
  expect(await archived()).toBeGreaterThanOrEqual(before + 12);
  await undo.click();
  await expect.poll(archived).toBe(before);
  await expect(list.locator('.alert-row').first()).toBeVisible();

  const top = await list.locator('.alert-row').first().textContent();
  await raiseBraking(1); // by another vehicle: the evidence of the turns is still on its way
  const waiting = list.getByRole('button', { name: /^\d+ new alerts?$/ });
  await expect(waiting).toBeVisible();
  expect(await list.locator('.alert-row').first().textContent()).toBe(top);
  const raised = list.locator('.alert-row', { hasText: 'Severe braking' }).first(); // what the demonstration raises meanwhile may stand above it, or wait before it
  await expect(async () => {
    if (await waiting.isVisible()) await waiting.click();
    await expect(raised).toBeVisible({ timeout: 2000 });
  }).toPass();

  await raised.click();
  const desk = page.locator('.play-desk');
  await expect(desk.getByRole('slider', { name: /^Acceleration/ })).toBeVisible({ timeout: 120_000 });
  await expect.poll(async () => {
    const box = await desk.boundingBox();
    return box && box.y + box.height <= 870;
  }, { message: 'pictures, speed and acceleration fit 1440 by 900' }).toBe(true);
});

test('a list shows the filters of the last time on another machine, too', async ({ page, portal, browser }) => {
  await portal.signIn(accounts.admin, '/notifications');
  const unread = (shown: Page) => shown.getByRole('button', { name: 'Unread', exact: true });
  const saved = () => page.waitForResponse((answer) => answer.request().method() !== 'GET' && answer.url().includes('/preferences') && answer.ok());
  await Promise.all([saved(), unread(page).click()]);
  const other = await browser.newContext();
  const elsewhere = await other.newPage();
  await new Portal(elsewhere).signIn(accounts.admin, '/notifications');
  await expect(elsewhere).toHaveURL(/unread=1.*alert=/); // the first alert opens by itself, and takes nothing back
  await expect(unread(elsewhere)).toHaveAttribute('aria-pressed', 'true');
  await other.close();
  await Promise.all([saved(), unread(page).click()]);
});
