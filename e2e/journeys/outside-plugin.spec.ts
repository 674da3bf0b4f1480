import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';

import { accounts } from '../pages/accounts';
import { seriousProblems } from '../pages/axe';
import { baseUrl, type Portal } from '../pages/portal';
import { expect, test } from '../pages/test';
import { guide, Terminal, type Block } from '../product/guide';
import { pluginProcess } from '../product/processes';

const others = ['gateway', 'geo', 'users', 'vehicles'];

let folder: string;

test.beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'outrider-outside-')));
});

test.afterEach(() => rm(folder, { recursive: true, force: true }));

/** The last of a block's commands, as a step of the report. */
function titleOf({ commands }: Block): string {
  return commands.trim().split('\n').at(-1) ?? '';
}

/** Writes a note about the first vehicle of the map by the new action, and returns the vehicle's name. */
async function writeNote(page: Page, portal: Portal, text: string): Promise<string> {
  await page.goto(`${baseUrl()}/map-view`);
  const vehicle = (await portal.openFirst()).split(' ')[0] ?? '';
  await portal.popup.getByRole('button', { name: /more/i }).click();
  await page.getByRole('menuitem', { name: 'Write a note' }).click();
  const panel = page.getByRole('complementary', { name: 'Write a note' });
  await panel.getByRole('textbox', { name: /Note/ }).fill(text);
  await panel.getByRole('button', { name: 'Save' }).click();
  await portal.isTold('Noted for ');
  await expect(panel).toBeHidden();
  return vehicle;
}

test('a plugin is written outside by the guide alone, and runs here while nothing else restarts', async ({ page, portal }) => {
  test.setTimeout(900_000);
  const terminal = new Terminal(folder, baseUrl(), process.env.E2E_DATA_DIR ?? '');
  const running = () => Promise.all(others.map(pluginProcess));
  await expect.poll(async () => (await running()).filter(Boolean).length, { message: 'all others run' }).toBe(others.length);
  const before = await running();
  const blocks = guide();
  const installed = blocks.findIndex(({ commands }) => commands.includes('make install')) + 1;
  expect(installed, 'the guide installs').toBeGreaterThan(0);

  for (const block of blocks.slice(0, installed)) {
    try {
      await test.step(titleOf(block), () => terminal.run(block));
    } catch (error) {
      test.skip(!(await terminal.canFetch()), `npm's registry or Go's proxy cannot be reached: ${String(error).slice(0, 400)}`);
      throw error;
    }
  }

  await test.step('its action, screen and widget are there', async () => {
    await portal.signIn(accounts.admin, '/');
    const vehicle = await writeNote(page, portal, 'A new mirror');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Logbook' }).click();
    await expect(page).toHaveURL(`${baseUrl()}/logbook`);
    await expect(page.getByRole('row', { name: /A new mirror/ })).toContainText(vehicle);
    expect(await seriousProblems(page)).toEqual([]);
    await page.goto(baseUrl());
    await expect(page.getByRole('region', { name: 'Latest notes' })).toContainText('A new mirror');
  });

  await test.step('the rest of the guide holds too', async () => {
    for (const block of blocks.slice(installed)) await test.step(titleOf(block), () => terminal.run(block));
  });
  expect(await running(), 'nobody else was restarted').toEqual(before);
});
