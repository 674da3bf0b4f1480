import { defineConfig } from '@playwright/test';

const quiet = ['--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];

/** One browser after the other against one product: journeys share its demonstration, and the machine. */
export default defineConfig({
  testDir: 'journeys',
  globalSetup: './product/start.ts',
  outputDir: '../test-results',
  workers: 1,
  retries: 1, // what passes then is listed as flaky
  // On a machine that is busy with other things everything takes ten times as long.
  timeout: 420_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  forbidOnly: Boolean(process.env.CI),
  use: {
    actionTimeout: 60_000, // a locator that finds nothing says so soon
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    // Drawing is most of what journeys cost without a graphics card: nothing glides, and what passes is not recorded.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', ...quiet] },
  },
});
