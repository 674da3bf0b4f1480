import type { Page } from '@playwright/test';

import { accounts } from '../pages/accounts';
import { problems } from '../pages/axe';
import { baseUrl, type Portal } from '../pages/portal';
import { expect, test } from '../pages/test';
import { cameraDevice, type CameraDevice } from '../product/camera-device';

/** How soon a viewer is told that there is nothing more to see, in milliseconds. */
const soon = 2_000;
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency'];

let camera: CameraDevice;

test.beforeEach(async ({ portal }, { title }) => {
  camera = await cameraDevice(`camera-${title.length}-${Date.now()}`, 8);
  await portal.signIn(accounts.admin, `/map-view?vehicle_id=${camera.vehicleId}`);
});
test.afterEach(() => camera.end());

/** Opens the panel of the vehicle, and plays its first camera. */
async function plays(page: Page, portal: Portal) {
  await page.goto(`${baseUrl()}/map-view?vehicle_id=${camera.vehicleId}`);
  await portal.popup.getByRole('button', { name: 'Watch live', exact: true }).click();
  const tile = page.locator('.live-tile').first();
  return tile;
}

/** Waits until the picture of a tile moves. */
async function moves(tile: Awaited<ReturnType<typeof plays>>) {
  const shown = () => tile.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect(tile).toHaveAttribute('data-state', 'streaming');
  await expect.poll(shown, { message: 'there is a picture' }).toBeGreaterThan(0);
  const first = await shown();
  await expect.poll(shown, { message: 'the picture moves' }).toBeGreaterThan(first + 1);
}

/** Waits until the first tile says something, and returns when it did, in Unix milliseconds. The page itself looks: looks from outside are up to a second apart. */
function told(page: Page, text: string): Promise<number> {
  return page.evaluate((wanted) => new Promise<number>((resolve) => {
    const look = () => {
      if (!document.querySelector('.live-tile')?.textContent?.includes(wanted)) return;
      changes.disconnect();
      resolve(Date.now());
    };
    const changes = new MutationObserver(look);
    changes.observe(document.body, { childList: true, subtree: true, characterData: true });
    look();
  }), text);
}

test('a camera whose key pictures are ten seconds apart is seen, and its end is told', async ({ page, portal }) => {
  camera.sends(...h264, '-g', '100');
  const tile = await plays(page, portal);
  await moves(tile);
  const end = 'The device stopped sending or lost its connection.';
  const ends = told(page, end);
  const killed = Date.now();
  camera.kill();
  const [endedAt] = await Promise.all([ends, expect(tile).toContainText(end)]);
  expect(endedAt - killed).toBeLessThan(soon);
});

test('a codec that nobody plays is told with its name', async ({ page, portal }) => {
  for (const [codec, name] of [['mpeg4', 'MPEG-4 Video'], ['libvpx', 'VP8']] as const) {
    camera.sends('-c:v', codec);
    const tile = await plays(page, portal);
    const why = `The device sends ${name}. Only H.264 and H.265 can be shown.`;
    const [toldAt] = await Promise.all([told(page, why), expect(tile).toContainText(why)]);
    await expect.poll(() => camera.refusedAt(), { message: 'the device is refused' }).toBeGreaterThan(0);
    expect(toldAt - camera.refusedAt(), 'milliseconds since the device was refused').toBeLessThan(soon);
  }
});

test('H.265 is played, or it is said why not, with the way to the recording', async ({ page, portal }) => {
  camera.sends('-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error:keyint=10:bframes=0');
  const tile = await plays(page, portal);
  const can = await page.evaluate(() => MediaSource.isTypeSupported('video/mp4; codecs="hvc1.1.6.L93.B0"'));
  if (can) {
    await moves(tile);
    return;
  }
  await expect(tile).toContainText('This camera sends H.265, which this browser cannot play.');
  expect(await problems(page, '.live-panel')).toEqual([]);
  await tile.getByRole('button', { name: 'Request footage' }).click();
  await expect(page.getByRole('dialog', { name: 'Request footage' })).toBeVisible();
});

test('a camera that changes the size of its pictures is seen on', async ({ page, portal }) => {
  camera.sends(...h264, '-g', '10');
  const tile = await plays(page, portal);
  await moves(tile);
  const width = () => tile.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth);
  expect(await width()).toBe(352);
  camera.again(...h264, '-g', '10', '-s', '640x480');
  await expect.poll(width, { message: 'it is as small as before' }).toBe(640);
  await moves(tile);
});
