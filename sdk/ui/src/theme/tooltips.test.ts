import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { components } from './components';

const root = join(import.meta.dirname, '../../../..');

it('tooltips show after 1500 ms, everywhere', () => {
  expect(components.MuiTooltip?.defaultProps).toMatchObject({ enterDelay: 1500, enterNextDelay: 1500 });
  const own = ['sdk/ui/src', 'shell/src', ...readdirSync(join(root, 'remotes')).map((name) => `remotes/${name}/src`)]
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test)\.tsx$/.test(name)).map((name) => `${folder}/${name}`))
    .filter((file) => /enter(Next)?Delay/.test(readFileSync(join(root, file), 'utf8')));
  expect(own).toEqual([]);
});
