import type { Page } from '@playwright/test';

/** How many frames in a row have to come in time. */
const calm = 30;
/** A frame that comes in time, in milliseconds after the one before. */
const inTime = 50;
/** A machine that never calms down is measured as it is, after so many frames. */
const patience = 600;

/** Waits until a page has drawn what it was told to, and draws frames in time. */
export function settled(page: Page): Promise<void> {
  return page.evaluate(
    ([wanted = 0, most = 0, patient = 0]) =>
      new Promise<void>((resolve) => {
        let [last, inRow, all] = [performance.now(), 0, 0];
        const frame = (now: number) => {
          inRow = now - last <= most ? inRow + 1 : 0;
          last = now;
          all += 1;
          if (inRow >= wanted || all >= patient) resolve();
          else requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      }),
    [calm, inTime, patience],
  );
}
