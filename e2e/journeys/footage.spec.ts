import { readFile } from 'node:fs/promises';
import path from 'node:path';

import type { CDPSession, Locator, Page } from '@playwright/test';

import { accounts } from '../pages/accounts';
import { problems } from '../pages/axe';
import { baseUrl, type Portal } from '../pages/portal';
import { expect, test } from '../pages/test';
import { recordedVehicle } from '../product/recorded-vehicle';

/** What a loaded machine may take for anything on the screen, in milliseconds. */
const patience = 60_000;

/** Checks that axe finds nothing wrong below `selector`, in both colour modes. */
async function isAccessible(page: Page, selector: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await problems(page, selector), colorScheme).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Opens the request dialog for a vehicle that has been on the road for some minutes, with a day that is known. */
async function openRequest(page: Page, portal: Portal): Promise<Locator> {
  const id = await recordedVehicle(180);
  await page.goto(`${baseUrl()}/map-view?vehicle_id=${id}`);
  await portal.popup.getByRole('button', { name: 'Request footage', exact: true }).click({ timeout: patience });
  const dialog = page.getByRole('dialog', { name: /^Request footage/ });
  await expect(dialog.getByText('Everything you asked for is recorded.')).toBeVisible({ timeout: patience });
  return dialog;
}

/** Asks for a clip of two cameras with its route; returns the request's name. */
async function request(page: Page, portal: Portal): Promise<string> {
  const dialog = await openRequest(page, portal);
  await isAccessible(page, '.req-dialog');
  await dialog.getByRole('checkbox', { name: /CH2/ }).check();
  await dialog.getByLabel('GPS').check();
  await expect(dialog.getByText(/^2 channels, about \d+ MB$/)).toBeVisible();
  const start = dialog.getByRole('slider', { name: 'Start of the clip' });
  const before = Number(await start.getAttribute('aria-valuenow'));
  await start.press('ArrowLeft');
  await expect(start).toHaveAttribute('aria-valuenow', String(before - 1));
  // A name of its own: the files of an alert of the same vehicle and second are named alike.
  const fileName = dialog.getByLabel('File name');
  await expect(fileName).toHaveValue(/^[\w-]+_\d{4}(_\d\d){2}__\d\d_\d\d_\d\d$/);
  const name = `${await fileName.inputValue()}_asked`;
  await fileName.fill(name);
  await dialog.getByRole('button', { name: 'Request footage' }).click();
  await portal.isTold('video is now uploading');
  await expect(dialog).toBeHidden({ timeout: patience });
  return name;
}

test('footage is asked for, arrives, is previewed, shared, saved as one zip and deleted', async ({ page, portal }) => {
  test.setTimeout(1_200_000);
  await portal.signIn(accounts.admin);
  await portal.seesFleet();
  const name = await request(page, portal);
  const entry = page.locator('nav a[href="/cloud"]');
  await expect(entry, 'the badge of finished downloads').toContainText('1', { timeout: 180_000 });

  await entry.click();
  const row = page.locator('tr', { hasText: name });
  await expect(row).toContainText('Success', { timeout: patience });
  await expect(row).toContainText('CH1, CH2');
  await expect(entry, 'Files was opened').not.toContainText('1');
  await isAccessible(page, '.files');

  await row.click();
  const preview = page.getByRole('dialog', { name });
  await expect(preview.locator('.play-tile.is-ready')).toHaveCount(2, { timeout: patience });
  const time = () => preview.locator('video').first().evaluate((video: HTMLVideoElement) => video.currentTime);
  await preview.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(time, { message: 'the preview plays', timeout: patience }).toBeGreaterThan(0.5);
  await preview.getByRole('button', { name: 'Close' }).click();
  await expect(preview).toBeHidden();

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
  const shared = page.waitForResponse((answer) => answer.url().includes('/share/user/') && answer.request().method() === 'PUT');
  await person.click({ timeout: patience });
  await expect(person).toBeChecked();
  expect((await shared).ok()).toBe(true);
  await share.getByRole('button', { name: 'Close' }).click();
  await expect(row).toContainText('Shared with 1', { timeout: patience });

  await row.getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: `Delete ${name}?` }).getByRole('button', { name: 'Delete' }).click();
  await expect(row).toBeHidden({ timeout: patience });
});

/** Puts two fingers down around a point, parts them by steps, and lifts them. */
async function pinch(touch: CDPSession, x: number, y: number, from: number, to: number): Promise<void> {
  const fingers = (apart: number) => [{ x: x - apart / 2, y, id: 1 }, { x: x + apart / 2, y, id: 2 }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(from) });
  for (let step = 1; step <= 10; step++) {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(from + ((to - from) * step) / 10) });
  }
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test.describe('with fingers', () => {
  test.use({ hasTouch: true });

  test('two of them zoom the day about the time in its middle, and do not move the clip they lie on', async ({ page, portal }) => {
    test.setTimeout(900_000);
    await portal.signIn(accounts.admin);
    await portal.seesFleet();
    const dialog = await openRequest(page, portal);
    const clip = dialog.getByRole('slider', { name: 'Start of the clip' });
    const zoom = dialog.getByRole('slider', { name: 'Zoom', exact: true });
    // At noon or at six the view has room on both sides. Far from where it was before, the clip comes into its middle: there it stays, as wide as the view is close.
    const noon = 12 * 3600;
    const at = Math.abs(Number(await clip.getAttribute('aria-valuenow')) - noon) > 4 * 3600 ? noon : noon / 2;
    await dialog.getByLabel('Start time').fill(at === noon ? '12:00:00' : '06:00:00');
    await expect(clip).toHaveAttribute('aria-valuenow', String(at));
    const place = () => clip.evaluate((box) => {
      const { left, width } = box.getBoundingClientRect();
      return { middle: left + width / 2, width };
    });
    const before = await place();
    const box = await dialog.locator('.tl-over').boundingBox();
    if (!box) throw new Error('the timeline is not on the screen');
    const zoomed = Number(await zoom.inputValue());
    const touch = await page.context().newCDPSession(page);
    const y = box.y + box.height / 2;

    await pinch(touch, box.x + box.width / 4, y, 60, 240);
    await expect.poll(async () => (await place()).width, { message: 'fingers that part zoom in', timeout: patience }).toBeGreaterThan(before.width * 2.5);
    expect(Math.abs((await place()).middle - before.middle), 'the time in the middle stays there').toBeLessThan(8);
    const close = Number(await zoom.inputValue());
    expect(close).toBeGreaterThan(zoomed);

    await pinch(touch, (await place()).middle + 150, y, 300, 100);
    await expect.poll(async () => Number(await zoom.inputValue()), { message: 'fingers that meet zoom out, wherever they lie', timeout: patience }).toBeLessThan(close);
    expect(Math.abs((await place()).middle - before.middle)).toBeLessThan(8);
    await expect(clip, 'the clip is where it was').toHaveAttribute('aria-valuenow', String(at));
  });
});

test('a recording is played from the device, sought in the timeline, and goes on 3 s earlier after a stop', async ({ page, portal }) => {
  test.setTimeout(1_200_000);
  await portal.signIn(accounts.admin);
  await portal.seesFleet();
  const id = await recordedVehicle(420);
  await page.goto(`${baseUrl()}/player?vehicle_id=${id}`);
  const head = page.getByRole('slider', { name: 'Playback time' });
  await expect(head).toBeVisible({ timeout: 60_000 });
  const at = async () => Number(await head.getAttribute('aria-valuenow'));
  const tile = page.locator('.live-tile').first();
  const shown = () => tile.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(tile).toHaveAttribute('data-state', 'streaming', { timeout: 120_000 });
  const first = await shown();
  await expect.poll(shown, { message: 'the picture moves', timeout: patience }).toBeGreaterThan(first + 1);
  await isAccessible(page, '.vod');

  const before = await at();
  const asked = page.waitForRequest((one) => one.url().endsWith('/vod') && /"action":"start".*"sessions"/.test(one.postData() ?? ''));
  await head.press('PageUp');
  await asked;
  await expect.poll(at, { message: 'it goes on a minute later' }).toBeGreaterThan(before + 30);
  await expect(tile).toHaveAttribute('data-state', 'streaming', { timeout: 120_000 });
  const sought = await at();
  await expect.poll(at, { message: 'it plays on from there', timeout: 120_000 }).toBeGreaterThan(sought + 8);

  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  // Read and pressed in one go: it plays on between two calls.
  const left = await stop.evaluate((button: HTMLElement) => {
    const shownAt = Number(document.querySelector('.tl-playhead')?.getAttribute('aria-valuenow'));
    button.click();
    return shownAt;
  });
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expect.poll(at, { message: 'some seconds before where it was left' }).toBeLessThan(left);
  expect(await at()).toBeGreaterThanOrEqual(left - 5);
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
  await expect(page.getByText('Drop files here')).toBeVisible({ timeout: patience });
  await isAccessible(page, '.pl');
  await choose('fault-endianness.bin');
  const alert = page.getByRole('alertdialog');
  await expect(alert).toContainText('Invalid endianness', { timeout: patience });
  await alert.getByRole('button', { name: 'Close' }).click();
  await expect(alert).toBeHidden();
  await choose('track-2.00-le.bin', 'imu-3-be.bin');
  const player = page.getByRole('region', { name: 'Files from disk' });
  await expect(player).toBeVisible({ timeout: patience });
  await expect(player.getByRole('slider', { name: /^Speed/ })).toBeVisible({ timeout: patience });
});
