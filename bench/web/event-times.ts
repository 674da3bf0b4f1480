import type { Page } from '@playwright/test';

type Heard = typeof globalThis & { eventTimes?: number[] };

/** How long the browser took from each event of a kind to the picture that answers it; what took less than 16 ms counts as 16. In milliseconds. */
export async function eventTimes(page: Page, kind: 'keydown' | 'click', doing: () => Promise<number>): Promise<number[]> {
  await page.evaluate((name) => {
    const times: number[] = [];
    (globalThis as Heard).eventTimes = times;
    const observer = new PerformanceObserver((list) => {
      times.push(...list.getEntries().filter((entry) => entry.name === name).map(({ duration }) => duration));
    });
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  }, kind);
  const count = await doing();
  const heard = await page.evaluate(() => (globalThis as Heard).eventTimes ?? []);
  return [...heard, ...Array.from({ length: Math.max(0, count - heard.length) }, () => 16)].sort((a, b) => a - b);
}
