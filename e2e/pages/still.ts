import type { Page } from '@playwright/test';

/** What moves for longer goes on, such as a vehicle on the map; in milliseconds. */
const longestFade = 3_000;

/** Waits until the page has drawn what it was last told, and what fades or slides in is there. */
export async function still(page: Page): Promise<void> {
  await page.evaluate(async (limit) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const moves = () => document.getAnimations().some(({ playState, effect }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime));
    const end = performance.now() + limit;
    do {
      await frame();
      await frame();
    } while (moves() && performance.now() < end);
  }, longestFade);
}
