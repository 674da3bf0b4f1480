import { accounts } from '../pages/accounts';
import { until } from '../product/until';
import { baseUrl } from '../pages/portal';
import { expect, test } from '../pages/test';

test('an API key is made for one permission, works by header alone, and ends when it is revoked', async ({ page, portal, request }) => {
  const name = `Weighbridge ${Date.now()}`;
  await portal.signIn(accounts.admin, '/user-management?tab=api-keys');
  await page.getByRole('button', { name: 'Create API key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create API key' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('checkbox', { name: 'See users', exact: true }).check();
  await dialog.getByRole('checkbox', { name: 'Receive live updates', exact: true }).check();
  await dialog.getByRole('button', { name: 'Create API key' }).click();
  const made = page.getByRole('dialog', { name: 'API key created' });
  const key = (await made.locator('code').first().textContent()) ?? '';
  expect(key).toMatch(/^ork_/);
  await made.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Active');

  const ask = async (path: string, headers: Record<string, string> = { Authorization: `Bearer ${key}` }) => (await request.get(`${baseUrl()}${path}`, { headers })).status();
  expect(await ask('/api/org/demo/user')).toBe(200);
  expect(await ask('/api/org/demo/api-keys')).toBe(403);
  expect(await ask('/api/org/rival/user')).toBe(404);
  expect(await ask(`/api/org/demo/user?key=${key}`, {})).toBe(400);

  // A push connection of the key is open until the key is revoked.
  await page.evaluate(
    (token) =>
      new Promise<void>((resolve, reject) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/ws`, ['outrider.v1', `bearer.${token}`]);
        socket.onopen = () => resolve();
        socket.onerror = () => reject(new Error('the key opens no push connection'));
        socket.onclose = () => document.body.setAttribute('data-key-closed', 'yes');
      }),
    key,
  );
  await row.getByRole('button', { name: `Revoke ${name}` }).click();
  await page.getByRole('dialog', { name: `Revoke ${name}?` }).getByRole('button', { name: 'Revoke' }).click();
  await portal.isTold('API key revoked');
  await expect(page.locator('body[data-key-closed]')).toHaveCount(1, { timeout: 5_000 });
  await until('the revoked key is refused', 5_000, async () => (await ask('/api/org/demo/user')) === 401);
  await expect(row).toContainText('Revoked');
});
