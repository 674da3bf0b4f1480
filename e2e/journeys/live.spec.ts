import { accounts } from '../pages/accounts';
import { problems } from '../pages/axe';
import { baseUrl } from '../pages/portal';
import { expect, test } from '../pages/test';
import { adminToken, ask } from '../product/ask';

const settings = '/org/demo/footage/settings';

test('the cameras of a driving vehicle are seen live, and let go', async ({ page, portal, frames }) => {
  test.setTimeout(600_000);
  await portal.signIn(accounts.admin);
  await portal.seesFleet();
  const { vehicle_id: id } = await frames.moving();
  await page.goto(`${baseUrl()}/map-view?vehicle_id=${id}`);
  await portal.popup.getByRole('button', { name: 'Watch live', exact: true }).click();
  const panel = page.getByRole('region', { name: /^Live video of / });
  const tile = panel.locator('.live-tile').first();
  await expect(panel.locator('.live-tile')).toHaveCount(4, { timeout: 60_000 });
  await expect.poll(async () => (await tile.boundingBox())?.width).toBe(370);
  const bottoms = await panel.locator('.live-tile').evaluateAll((tiles) => tiles.map((one) => one.getBoundingClientRect().bottom));
  expect(Math.max(...bottoms), 'all channels are seen at once').toBeLessThan(900);
  await expect(tile).toHaveAttribute('data-state', 'streaming', { timeout: 120_000 }); // it starts when it is opened
  const shown = () => tile.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(shown, { message: 'there is a picture', timeout: 60_000 }).toBeGreaterThan(0);
  const first = await shown();
  await expect.poll(shown, { message: 'the picture moves', timeout: 60_000 }).toBeGreaterThan(first + 1);
  await expect(tile).toContainText('behind', { timeout: 60_000 });

  const mute = tile.getByRole('button', { name: 'Unmute CH1' });
  await expect(mute).toHaveAttribute('title', 'CH1 has no sound', { timeout: 60_000 }); // nor has any camera of the demonstration
  await expect(mute).toHaveAttribute('aria-disabled', 'true');

  expect(await problems(page, '.live-panel')).toEqual([]);

  const stopped = page.waitForRequest((request) => request.url().endsWith('/videostreams') && (request.postData() ?? '').includes('stop_streaming'));
  await tile.getByRole('button', { name: 'Pause CH1' }).click();
  await expect(tile).toHaveAttribute('data-state', 'ready');
  await stopped;
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
});

test('a viewer whose permission goes sees no more', async ({ page, portal, frames }) => {
  test.setTimeout(600_000);
  await portal.signIn(accounts.admin);
  await portal.seesFleet();
  const { vehicle_id: id } = await frames.moving();
  await page.goto(`${baseUrl()}/map-view?vehicle_id=${id}`);
  await portal.popup.getByRole('button', { name: 'Watch live', exact: true }).click();
  const tile = page.locator('.live-tile').first();
  await expect(tile).toHaveAttribute('data-state', 'streaming', { timeout: 120_000 });
  await page.route('**/footage/live/**', (route) => route.fulfill({ status: 403, contentType: 'application/problem+json', body: '{"kind":"denied","title":"Denied"}' }));
  await expect(tile, 'the edge refuses every fetch').toHaveAttribute('data-state', 'unavailable', { timeout: 60_000 });
});

test('who watches stands over the picture once the organisation asks for it', async ({ page, portal, frames }) => {
  test.setTimeout(600_000);
  const token = await adminToken();
  try {
    await portal.signIn(accounts.admin, '/account-settings');
    const form = page.getByRole('form', { name: 'Video and files' });
    await form.getByRole('switch', { name: 'Watermark' }).click({ timeout: 60_000 });
    await form.getByRole('button', { name: 'Save' }).click();
    const isOn = async () => (await ask<{ watermark: boolean }>('GET', settings, undefined, token)).watermark;
    await expect.poll(isOn, { message: 'the settings are saved', timeout: 60_000 }).toBe(true);

    await page.goto(`${baseUrl()}/map-view`);
    await portal.seesFleet();
    const { vehicle_id: id } = await frames.moving();
    await page.goto(`${baseUrl()}/map-view?vehicle_id=${id}`);
    await portal.popup.getByRole('button', { name: 'Watch live', exact: true }).click();
    const tile = page.locator('.live-tile').first();
    await expect(tile).toHaveAttribute('data-state', 'streaming', { timeout: 120_000 });
    await expect(tile.locator('.live-watermark span').first()).toHaveText(/^Alex Hart · .+ \d\d:\d\d:\d\d$/);
  } finally {
    await ask('PUT', settings, { watermark: false }, await adminToken()); // the other may have run out
  }
});
