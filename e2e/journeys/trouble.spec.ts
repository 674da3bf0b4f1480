import { accounts } from '../pages/accounts';
import { baseUrl } from '../pages/portal';
import { expect, test } from '../pages/test';
import { pluginProcess } from '../product/processes';

test('a network that is cut is named, and comes back by itself', async ({ context, portal, frames }) => {
  await portal.signIn(accounts.admin);
  await portal.seesFleet();
  await frames.next();
  await context.setOffline(true);
  await expect(portal.live).toHaveText('Reconnecting');
  await expect(portal.rows.first()).toBeVisible();
  await context.setOffline(false);
  await expect(portal.live).toHaveText('Live');
  await frames.next(2);
  await expect(portal.count).toHaveText('60');
});

test('a remote that cannot be loaded says so in its place, and Retry loads it', async ({ page, portal }) => {
  await page.route('**/remotes/vehicles/**', (route) => route.abort());
  await portal.signIn(accounts.admin);
  const failure = page.getByRole('main').getByRole('alert').filter({ hasText: 'Map did not load' });
  await expect(failure).toBeVisible();
  await expect(failure).toContainText('Everything else keeps working.');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await page.waitForURL(`${baseUrl()}/`);
  await expect(portal.live).toHaveText('Live');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Map', exact: true }).click();
  await expect(failure).toBeVisible();

  await page.unroute('**/remotes/vehicles/**');
  await failure.getByRole('button', { name: 'Retry' }).click();
  await portal.seesFleet();
});

test('the vehicles plugin is killed: the page stays and gets data again', async ({ page, portal, frames }) => {
  await portal.signIn(accounts.admin);
  await portal.seesFleet();
  await frames.next();
  const killed = await pluginProcess('vehicles');
  if (!killed) throw new Error('the vehicles plugin does not run');
  process.kill(killed.pid, 'SIGKILL');
  await expect.poll(async () => (await pluginProcess('vehicles'))?.pid ?? killed.pid, { message: 'the plugin runs again' }).not.toBe(killed.pid);
  await frames.next(2);
  await expect(portal.count).toHaveText('60');
  await expect(portal.rows.first()).toBeVisible();
  await portal.openFirst();
  await page.reload();
  await portal.seesFleet();
  await expect(portal.popup).toBeVisible();
});
