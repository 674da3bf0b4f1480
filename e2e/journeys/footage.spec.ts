import { readFile } from 'node:fs/promises';
import path from 'node:path';

import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { accounts } from '../pages/accounts';
import { baseUrl, type Portal } from '../pages/portal';
import type { PresenceFrames } from '../pages/presence-frames';
import { expect, test } from '../pages/test';

/** What axe finds wrong below `selector`, a line each. */
async function problems(page: Page, selector: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).include(selector).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
}

/** The same in both colour modes. */
async function isAccessible(page: Page, selector: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await problems(page, selector), colorScheme).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Asks a driving vehicle for a clip of two cameras with its route; returns the request's name. */
async function request(page: Page, portal: Portal, frames: PresenceFrames): Promise<string> {
  await portal.signIn(accounts.admin);
  await portal.seesFleet();
  const { vehicle_id: id } = await frames.moving();
  await page.goto(`${baseUrl()}/map-view?vehicle_id=${id}`);
  await portal.popup.getByRole('button', { name: 'Footage', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Request footage/ });
  await expect(dialog.getByText('Everything you asked for is recorded.')).toBeVisible({ timeout: 60_000 });
  await isAccessible(page, '.req-dialog');
  await dialog.getByRole('checkbox', { name: /CH2/ }).check();
  await dialog.getByLabel('GPS').check();
  const start = dialog.getByRole('slider', { name: 'Start of the clip' });
  const before = Number(await start.getAttribute('aria-valuenow'));
  await start.press('ArrowLeft');
  await expect(start).toHaveAttribute('aria-valuenow', String(before - 1));
  const name = await dialog.getByLabel('File name').inputValue();
  await dialog.getByRole('button', { name: 'Request footage' }).click();
  await expect(page.getByText('Video is now uploading')).toBeVisible();
  await expect(dialog).toBeHidden();
  return name;
}

test('footage is asked for, arrives, is previewed, shared, saved as one zip and deleted', async ({ page, portal, frames }) => {
  test.setTimeout(300_000);
  const name = await request(page, portal, frames);
  const entry = page.locator('nav a[href="/cloud"]');
  await expect(entry, 'the badge of finished downloads').toContainText('1', { timeout: 120_000 });

  await entry.click();
  const row = page.locator('tr', { hasText: name });
  await expect(row).toContainText('Success', { timeout: 30_000 });
  await expect(row).toContainText('CH1, CH2');
  await expect(entry, 'Files was opened').not.toContainText('1');
  await isAccessible(page, '.files');

  await row.click();
  const preview = page.getByRole('dialog', { name });
  await expect(preview.locator('video')).toHaveCount(2);
  const time = () => preview.locator('video').first().evaluate((video: HTMLVideoElement) => video.currentTime);
  await preview.getByRole('button', { name: /^Play/ }).first().click();
  await expect.poll(time, { message: 'the preview plays', timeout: 30_000 }).toBeGreaterThan(0.5);
  await preview.getByRole('button', { name: 'Close' }).click();

  await row.getByRole('checkbox').check();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as zip' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/\.zip$/);
  const bytes = await readFile(await saved.path());
  expect(bytes.subarray(0, 2).toString(), 'a zip').toBe('PK');
  for (const file of ['CH1.mp4', 'CH2.mp4', 'tracking']) {
    expect(bytes.includes(file), `${file} is in the zip`).toBe(true);
  }

  await row.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Share' }).click();
  const share = page.getByRole('dialog', { name: `Share ${name}` });
  const person = share.getByRole('checkbox').first();
  await person.check();
  await share.getByRole('button', { name: 'Close' }).click();
  await expect(row).toContainText('Shared with 1');

  await row.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: `Delete ${name}?` }).getByRole('button', { name: 'Delete' }).click();
  await expect(row).toBeHidden();
});

test('a recording is played from the device, sought in the timeline, and goes on 3 s earlier after a stop', async ({ page, portal, frames }) => {
  test.setTimeout(240_000);
  await portal.signIn(accounts.admin);
  await portal.seesFleet();
  const { vehicle_id: id } = await frames.moving();
  await page.goto(`${baseUrl()}/player?vehicle_id=${id}`);
  const head = page.getByRole('slider', { name: 'Playback time' });
  await expect(head).toBeVisible({ timeout: 60_000 });
  const at = async () => Number(await head.getAttribute('aria-valuenow'));
  const tile = page.locator('.live-tile').first();
  const shown = () => tile.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(tile).toHaveAttribute('data-state', 'streaming', { timeout: 90_000 });
  const first = await shown();
  await expect.poll(shown, { message: 'the picture moves', timeout: 30_000 }).toBeGreaterThan(first + 1);
  await isAccessible(page, '.vod');

  const before = await at();
  const asked = page.waitForRequest((one) => one.url().endsWith('/vod') && (one.postData() ?? '').includes('"sessions"'));
  await head.press('PageUp');
  await asked;
  expect(await at()).toBeGreaterThan(before + 30);
  await expect(tile).toHaveAttribute('data-state', 'streaming', { timeout: 90_000 });
  const sought = await at();
  await expect.poll(at, { message: 'it plays on from there', timeout: 60_000 }).toBeGreaterThan(sought + 8);

  const left = await at();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  const kept = await at();
  expect(kept).toBeLessThan(left);
  expect(kept).toBeGreaterThanOrEqual(left - 5);
});

test('files from disk are played in the browser, and what cannot be read is said', async ({ page, portal }) => {
  await portal.signIn(accounts.admin);
  await page.goto(`${baseUrl()}/player?from=disk`);
  const golden = path.resolve(__dirname, '../../sdk/device/testdata/files');
  const choose = async (...names: string[]) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose files' }).click();
    await (await chooser).setFiles(names.map((name) => path.join(golden, name)));
  };
  await expect(page.getByText('Drop files here')).toBeVisible();
  await isAccessible(page, '.pl');
  await choose('fault-endianness.bin');
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('Invalid endianness');
  await alert.getByRole('button', { name: 'Close' }).click();
  await choose('track-2.00-le.bin', 'imu-3-be.bin');
  await expect(page.getByRole('region', { name: 'Files from disk' })).toBeVisible();
  await expect(page.getByText('Speed', { exact: false }).first()).toBeVisible();
});
