import { test as base } from '@playwright/test';

import { Portal } from './portal';
import { PresenceFrames } from './presence-frames';

/** Each journey has a browser profile of its own, and hears what is pushed to its tab. */
export const test = base.extend<{ portal: Portal; frames: PresenceFrames }>({
  // Automatic: it must listen before the tab connects.
  frames: [async ({ page }, provide) => provide(new PresenceFrames(page)), { auto: true }],
  portal: async ({ page }, provide) => {
    const portal = new Portal(page);
    await portal.prepare();
    await provide(portal);
  },
});

export { expect } from '@playwright/test';
