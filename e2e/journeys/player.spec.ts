import type { Locator } from '@playwright/test';

import { accounts } from '../pages/accounts';
import { expect, test } from '../pages/test';

/** The most that channels may be apart, in milliseconds. */
const mostSkewMs = 100;

/** What a player looked like whenever one of its videos showed a new picture. */
interface Shown {
  /** Of the new picture. */
  channel: string;
  /** When it was shown, by the page's clock, in milliseconds. */
  shownMs: number;
  /** Where each of the videos was at that instant, by the clock of the recordings, in milliseconds. */
  positions: number[];
}

/**
 * Notes every picture of a player's videos until it is asked for them. Positions are compared and not the times of the pictures: these
 * are a twelfth of a second apart, and a browser that is short of time draws some of them late.
 */
async function watch(player: Locator): Promise<() => Promise<Shown[]>> {
  await player.evaluate((root) => {
    const shown: Shown[] = [];
    Object.assign(window, { shownPictures: shown });
    const videos = [...root.querySelectorAll('video')];
    const positions = () => videos.map((video) => Number(video.dataset['start']) + video.currentTime * 1000);
    for (const video of videos) {
      const channel = video.closest('figure')?.dataset['channel'] ?? '';
      const note = (_: number, { expectedDisplayTime }: VideoFrameCallbackMetadata) => {
        shown.push({ channel, shownMs: expectedDisplayTime, positions: positions() });
        video.requestVideoFrameCallback(note);
      };
      video.requestVideoFrameCallback(note);
    }
  });
  return () => player.evaluate(() => (window as unknown as { shownPictures: Shown[] }).shownPictures);
}

/** How far the channels were apart, nine tenths of the time at most; in milliseconds. */
function skewOf(shown: readonly Shown[]): number {
  const skews = shown.map(({ positions }) => apart(positions)).sort((a, b) => a - b);
  return skews[Math.floor(skews.length * 0.9)] ?? NaN;
}

/** What each video of a player is ahead of the first, by the times of their recordings; in milliseconds. */
function positions(player: Locator): Promise<number[]> {
  return player.locator('video').evaluateAll((videos) => videos.map((video) => Number((video as HTMLElement).dataset['start']) + (video as HTMLVideoElement).currentTime * 1000));
}

/** Presses Pause as soon as the timeline is past so many seconds: between two calls from here a slow machine may come to the end, where the player returns to its start. */
async function pauseAfter(player: Locator, seconds: number): Promise<void> {
  await player.evaluate(async (root, least) => {
    while (Number(root.querySelector<HTMLInputElement>('.play-slider input')?.value) <= least) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    root.querySelector<HTMLElement>('button[aria-label="Pause"]')?.click();
  }, seconds);
  await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
}

const apart = (times: readonly number[]) => Math.max(...times) - Math.min(...times);

test.describe('the synced player', () => {
  test.beforeEach(async ({ portal, page }) => {
    await portal.signIn(accounts.admin, '/gallery?section=player');
    await expect(page.getByRole('region', { name: 'Eight channels', exact: true }).locator('.play-tile.is-ready')).toHaveCount(4);
  });

  test('keeps four channels together while they play, after a seek and at another rate', async ({ page }) => {
    const player = page.getByRole('region', { name: 'Eight channels', exact: true });
    const slider = player.getByRole('slider', { name: 'Master timeline' });
    await expect(slider).toHaveAttribute('step', '0.005');
    const seconds = async () => Number(await slider.inputValue());
    await expect.poll(seconds, { message: 'it stands at the event' }).toBeCloseTo(6, 1);
    await expect.poll(async () => apart(await positions(player)), { message: 'while it rests' }).toBeLessThan(20);

    await player.getByRole('button', { name: 'Play', exact: true }).focus();
    await page.keyboard.press('Home');
    const read = await watch(player);
    await page.keyboard.press('Space');
    await pauseAfter(player, 5);
    const shown = await read();
    // What came in the first second may still have been on its way together.
    const begun = Math.min(...shown.map(({ shownMs }) => shownMs)) + 1000;
    const steady = shown.filter(({ shownMs }) => shownMs > begun);
    expect(new Set(steady.map(({ channel }) => channel)).size).toBe(4);
    const skew = skewOf(steady);
    test.info().annotations.push({ type: 'skew', description: `${skew.toFixed(1)} ms between channels, ${steady.length} pictures` });
    expect(skew).toBeLessThan(mostSkewMs);

    await player.getByRole('combobox', { name: 'Playback speed' }).selectOption('2');
    await player.getByRole('slider', { name: /^Speed/ }).click({ position: { x: 120, y: 60 } });
    await expect.poll(async () => apart(await positions(player)), { message: 'a press on the chart moves all' }).toBeLessThan(20);
    const from = await seconds();
    await player.getByRole('button', { name: 'Play', exact: true }).click();
    await pauseAfter(player, from + 3);
    await expect.poll(async () => apart(await positions(player)), { message: 'together where it stopped' }).toBeLessThan(20);
  });

  test('returns to the start at the end of the master channel', async ({ page }) => {
    const player = page.getByRole('region', { name: 'Eight channels', exact: true });
    const slider = player.getByRole('slider', { name: 'Master timeline' });
    await slider.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Space');
    await expect.poll(async () => Number(await slider.inputValue()), { message: 'it is at the start' }).toBe(0);
    await expect(player.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  });

  test('has two pages, a focus view and a place for a file that failed', async ({ page }) => {
    const player = page.getByRole('region', { name: 'Eight channels', exact: true });
    await player.getByRole('button', { name: 'Focus on CH2 · Cabin' }).click();
    const widthOf = async (tile: string) => (await player.locator(tile).first().boundingBox())?.width ?? NaN;
    await expect.poll(async () => (await widthOf('.play-tile.focused')) / (await widthOf('.play-tile:not(.focused)'))).toBeGreaterThan(2);
    await player.getByRole('button', { name: 'Focus view' }).click();
    await player.getByRole('button', { name: 'More channels' }).click();
    await expect(player.locator('.play-tile[data-channel="6"]')).toContainText('No video file');
    await expect(player.locator('.play-tile.is-ready')).toHaveCount(3);
    await expect.poll(async () => apart(await positions(player)), { message: 'the second page stands where the first stood' }).toBeLessThan(20);
  });

  test('steps picture by picture by the keyboard', async ({ page }) => {
    const player = page.getByRole('region', { name: 'Eight channels', exact: true });
    const slider = player.getByRole('slider', { name: 'Master timeline' });
    await slider.focus();
    await expect.poll(async () => Number(await slider.inputValue()), { message: 'it stands at the event' }).toBeCloseTo(6, 1);
    const before = Number(await slider.inputValue());
    await page.keyboard.press('.');
    await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(before);
    expect(Number(await slider.inputValue()) - before).toBeLessThan(0.3);
    await page.keyboard.press('Shift+ArrowLeft');
    await expect.poll(async () => Number(await slider.inputValue())).toBeLessThan(before - 4);
  });
});
