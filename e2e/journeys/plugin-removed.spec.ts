import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

import type { Page } from '@playwright/test';

import { accounts } from '../pages/accounts';
import { Portal } from '../pages/portal';
import { expect, test } from '../pages/test';
import { machineIsIdle } from '../product/machine-is-idle';

const root = path.resolve(__dirname, '../..');
const run = promisify(execFile);
const reportName = 'Seat belt violations';
/** How long a plugin's end may take to reach open browsers on a machine that has time for it, in milliseconds. */
const reach = 2_000;

/** A command of the host's operator. */
const operate = (...what: string[]) => run(path.join(root, 'build/bin/outrider'), ['plugin', ...what], { cwd: root, env: { ...process.env, OUTRIDER_DATA_DIR: process.env.E2E_DATA_DIR ?? '' } });

const entry = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Seat belts' });
const widget = (page: Page) => page.getByRole('main').getByText('Seatbelt', { exact: true }).first();

/** Turns the module on or off for the organisation, and waits until the page says so. */
async function turn(page: Page, on: boolean): Promise<void> {
  const module = page.getByRole('switch', { name: 'Seatbelt' });
  if ((await module.isChecked()) !== on) await module.click();
  await expect(module).toBeChecked({ checked: on });
}

async function schedule(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New schedule' }).click();
  const form = page.getByRole('form', { name: 'New schedule' });
  await form.getByRole('combobox', { name: 'Report' }).selectOption({ label: reportName });
  await form.getByRole('button', { name: 'Next' }).click();
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('combobox', { name: 'Recipients' }).fill('boss@customer.test');
  await form.getByRole('combobox', { name: 'Recipients' }).press('Enter');
  await form.getByRole('button', { name: 'Create schedule' }).click();
  await expect(form).toBeHidden();
}

test('a plugin is uninstalled and installed again, and open browsers follow without a reload', async ({ page, portal, browser }) => {
  await portal.signIn(accounts.admin, '/modules');
  await expect(page.getByRole('switch', { name: 'Seatbelt' })).toBeVisible();
  const wasOn = await page.getByRole('switch', { name: 'Seatbelt' }).isChecked();
  await turn(page, true);
  const [home, reports] = (await Promise.all(['/', '/scheduled-reports'].map(async (where) => {
    const other = await (await browser.newContext()).newPage();
    const theirs = new Portal(other);
    await theirs.signIn(accounts.admin, where);
    await expect(theirs.live).toHaveText('Live');
    return other;
  }))) as [Page, Page];
  await expect(widget(home)).toBeVisible();
  const name = `Belts each week ${Date.now()}`;
  await schedule(reports, name);
  const row = reports.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText(reportName);
  await home.evaluate(() => Object.assign(window, { neverReloaded: true }));

  await operate('uninstall', 'seatbelt');
  try {
    const since = Date.now();
    const isIdle = machineIsIdle();
    await Promise.all([entry(home), widget(home), entry(reports)].map((where) => expect(where).toBeHidden()));
    const took = Date.now() - since;
    console.log(`  uninstalled: browsers followed within ${took} ms`);
    if (isIdle) expect(took).toBeLessThan(reach);
    await expect(row).toContainText('This report is no longer offered');
    await expect(row).toContainText(reportName); // as it was called
    await expect(page.getByRole('article', { name: 'Seatbelt' })).toContainText('The plugin of this module was removed');
  } finally {
    await operate('install', path.join(root, 'build/plugins/seatbelt'));
  }
  await Promise.all([entry(home), widget(home), entry(reports)].map((where) => expect(where).toBeVisible()));
  await expect(row).not.toContainText('This report is no longer offered');
  expect(await home.evaluate(() => 'neverReloaded' in window)).toBe(true);
  await expect(page.getByText('Updated: reload')).toBeHidden(); // it is the same release

  await row.getByRole('button', { name: `Actions for ${name}` }).click();
  await reports.getByRole('menuitem', { name: 'Delete' }).click();
  await reports.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);
  await turn(page, wasOn);
  await Promise.all([home, reports].map((other) => other.context().close()));
});
