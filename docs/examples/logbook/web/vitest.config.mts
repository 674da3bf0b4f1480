import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://portal.test/' } },
    setupFiles: ['@outrider/sdk/testing/setup'],
    server: { deps: { inline: [/@outrider\/sdk/] } },
    css: false,
    restoreMocks: true,
  },
});
