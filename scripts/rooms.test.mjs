import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';

import { applications, circlesOf } from './rooms.mjs';

const root = join(import.meta.dirname, '..');

for (const folder of applications(root)) {
  test(`no circle in ${relative(root, folder)}`, () => {
    assert.deepEqual(circlesOf(folder), { files: [], rooms: [] });
  });
}

/** The circles of an application with these files. */
function circlesIn(files) {
  const folder = mkdtempSync(join(tmpdir(), 'rooms-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return circlesOf(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('files that need each other are a circle, also for a type and later', () => {
  const files = { 'list/row.tsx': "import type { Page } from './page';", 'list/page.ts': "export const load = () => import('./row');" };
  assert.deepEqual(circlesIn(files), { files: [['list/page.ts', 'list/row.tsx']], rooms: [] });
});

test('rooms that need each other are a circle, whichever of their files do', () => {
  const files = {
    'list/index.ts': "export * from './row';",
    'list/row.ts': "import { place } from '../map/place';",
    'map/place.ts': 'export const place = 1;',
    'map/map.ts': "import { row } from '../list';",
    'map/map.test.ts': '',
    'entry.ts': "import './map/map';",
  };
  assert.deepEqual(circlesIn(files), { files: [], rooms: [['list', 'map']] });
});

test('what tests need is no circle', () => {
  assert.deepEqual(circlesIn({ 'list/row.ts': '', 'list/row.test.ts': "import '../map/map';", 'map/map.ts': "import '../list/row';" }), { files: [], rooms: [] });
});
