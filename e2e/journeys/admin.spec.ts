import type { Page } from '@playwright/test';

import { accounts } from '../pages/accounts';
import { problems } from '../pages/axe';
import { baseUrl } from '../pages/portal';
import { expect, test } from '../pages/test';
import { pluginProcess } from '../product/processes';
import { publishEvent } from '../product/publish-event';

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ has: page.getByRole('button', { name: new RegExp(`^${name}\\b`) }) });

test('support kills a plugin, sees the fall in the console, and restarts it there', async ({ page, portal }) => {
  await portal.signIn(accounts.support, '/admin/plugins');
  await expect(rowOf(page, 'Geo')).toContainText('Ready');
  const killed = await pluginProcess('geo');
  if (!killed) throw new Error('the geo plugin does not run');
  process.kill(killed.pid, 'SIGKILL');
  const row = rowOf(page, 'Geo');
  await expect(row.getByRole('cell').nth(3)).toContainText('1');
  await expect(row).toContainText('Ready');

  await row.getByRole('button', { name: /^Geo/ }).click();
  await page.getByRole('tab', { name: 'Trouble' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('signal: killed');
  await page.getByRole('tab', { name: 'Log' }).click();
  await expect(page.getByRole('list', { name: 'Log' })).toContainText('the plugin fell and is started again');

  const before = await pluginProcess('geo');
  await page.getByRole('button', { name: 'Restart', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restart' }).click();
  await portal.isTold('Geo was restarted');
  await expect.poll(async () => (await pluginProcess('geo'))?.pid, { message: 'another process runs' }).not.toBe(before?.pid);

  await page.goto(`${baseUrl()}/admin/audit`);
  await expect(page.getByRole('row').filter({ hasText: 'restarted the plugin geo' }).first()).toContainText('Done');
});

test('a poisoned event dies, its data are mended, and a replay has it handled once', async ({ page, portal }) => {
  const device = `late-${process.pid}`;
  await publishEvent(`device.connection.${device}`, {
    id: `event-${device}`, type: 'device.connection', version: 1, org_id: 'demo', at: new Date().toISOString(),
    data: { device_id: device, org_id: 'demo', connected: true, at: Date.now() },
  });
  await portal.signIn(accounts.support, '/admin/streams?tab=dead');
  const letter = page.getByRole('row').filter({ hasText: `device.connection.${device}` });
  await expect(letter).toContainText(`has no device ${device}`);

  const answered = page.waitForRequest((request) => request.url().includes('/api/admin/dead-letters'));
  const token = (await (await answered).allHeaders()).authorization ?? '';
  const made = await page.request.post(`${baseUrl()}/api/org/demo/devices`, { headers: { authorization: token }, data: { device_id: device, model: 'D700' } });
  expect(made.status(), await made.text()).toBe(201);

  await letter.getByRole('button').first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('vehicles-device-connection');
  await dialog.getByRole('button', { name: 'Replay' }).click();
  await page.getByRole('dialog').filter({ hasText: 'Replay this dead letter?' }).getByRole('button', { name: 'Replay' }).click();
  await portal.isTold('1 dead letter was replayed');
  await expect(letter).toHaveCount(0);
});

test('the console is not for others, and an administrator sees the own log alone', async ({ page, portal }) => {
  await portal.signIn(accounts.admin, '/admin/audit');
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link', { name: 'Audit log' })).toBeVisible();
  await expect(menu.getByText('Streams')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'All', exact: true })).toHaveCount(0);
  await page.goto(`${baseUrl()}/admin/plugins`);
  await expect(page.getByText('You do not have permission for Plugins')).toBeVisible();
});

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the console, ${scheme}`, async ({ page, portal }) => {
    test.slow(); // eight pages
    await page.emulateMedia({ colorScheme: scheme });
    await portal.signIn(accounts.support, '/admin/plugins');
    for (const path of ['plugins', 'plugins?plugin=vehicles', 'streams', 'streams?tab=dead', 'parts', 'mails', 'connections', 'audit']) {
      await page.goto(`${baseUrl()}/admin/${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('main').locator('table, .ops-log, .state, .ops-part').first()).toBeVisible();
      expect(await problems(page, 'main'), path).toEqual([]);
    }
  });
}
