import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://portal.test/' } },
    include: ['sdk/ui/src/**/*.test.{ts,tsx}', 'shell/src/**/*.test.{ts,tsx}', 'remotes/*/src/**/*.test.{ts,tsx}', 'docs/examples/*/web/src/**/*.test.{ts,tsx}'],
    setupFiles: ['sdk/ui/src/testing/setup.ts'],
    css: false,
    restoreMocks: true,
    testTimeout: 180_000, // on a machine that is busy with other things
  },
});
