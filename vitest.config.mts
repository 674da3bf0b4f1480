import { existsSync, readdirSync, readFileSync } from 'node:fs';

import { defineConfig } from 'vitest/config';

const within = (folder: string, rest: string) => readdirSync(folder).map((name) => `${folder}/${name}/${rest}`);
const folders = ['sdk/ui/src', 'shell/src', ...within('remotes', 'src'), ...within('docs/examples', 'web/src')].filter((folder) => existsSync(folder));
const files = folders.flatMap((folder) => (readdirSync(folder, { recursive: true }) as string[]).filter((name) => /\.test\.tsx?$/.test(name)).map((name) => `${folder}/${name}`));
/** Files that replace modules have modules of their own, and so have all that run once more. Loading all of them for each of the others, too, takes more time than the tests. */
const alone = process.env['WEB_TEST_ALONE'] ? files : files.filter((file) => /\bvi\.(mock|doMock|resetModules)\b/.test(readFileSync(file, 'utf8')));

export default defineConfig({
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://portal.test/' } },
    setupFiles: ['sdk/ui/src/testing/setup.ts'],
    css: false,
    restoreMocks: true,
    testTimeout: 180_000, // on a machine that is busy with other things
    projects: [
      { extends: true, test: { name: 'together', isolate: false, include: files.filter((file) => !alone.includes(file)) } },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
  },
});
