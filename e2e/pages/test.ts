import { test as base } from '@playwright/test';

import { Portal } from './portal';
import { PresenceFrames } from './presence-frames';

/** Each journey has a browser profile of its own, and hears what is pushed to its tab. */
export const test = base.extend<{ portal: Portal; frames: PresenceFrames }>({
  frames: async ({ page }, use) => use(new PresenceFrames(page)),
  portal: async ({ page, frames: _ }, use) => use(new Portal(page)),
});

export { expect } from '@playwright/test';
