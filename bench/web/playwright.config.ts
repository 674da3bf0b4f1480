import { defineConfig } from '@playwright/test';

import journeys from '../../e2e/playwright.config';

/** Measures in the browser, against the product that the journeys run against; one thing at a time. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  globalSetup: '../../e2e/product/start.ts',
  outputDir: '../../test-results/bench-web',
  timeout: 15 * 60_000,
  use: { ...journeys.use, trace: 'off', screenshot: 'off' },
});
