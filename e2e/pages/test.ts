import { test as base } from '@playwright/test';

import { noteMessages, Portal } from './portal';
import { PresenceFrames } from './presence-frames';

/** Each journey has a browser profile of its own, and hears what is pushed to its tab. */
export const test = base.extend<{ portal: Portal; frames: PresenceFrames }>({
  // Automatic: it must listen before the tab connects.
  frames: [async ({ page }, provide) => provide(new PresenceFrames(page)), { auto: true }],
  portal: async ({ page }, provide) => {
    await page.addInitScript(noteMessages);
    const tour = page.locator('.tour'); // comes by itself to who signs in for the first time
    await page.addLocatorHandler(tour, () => tour.locator('button').first().dispatchEvent('click')); // a dialog over it hides it from roles and pointer
    await provide(new Portal(page));
  },
});

export { expect } from '@playwright/test';
