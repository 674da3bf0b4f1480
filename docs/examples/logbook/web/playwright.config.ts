import { defineConfig } from '@playwright/test';

/** In the portal that runs at PORTAL, with the browser that CHROMIUM names, else Playwright's own (`npx playwright install chromium`). */
export default defineConfig({
  testDir: 'e2e',
  expect: { timeout: 30_000 },
  use: {
    baseURL: process.env.PORTAL ?? 'http://localhost:8080',
    locale: 'en-GB',
    launchOptions: { ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}), args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] },
  },
});
