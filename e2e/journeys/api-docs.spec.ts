import { accounts } from '../pages/accounts';
import { seriousProblems } from '../pages/axe';
import { baseUrl } from '../pages/portal';
import { expect, test } from '../pages/test';

for (const mode of ['light', 'dark'] as const) {
  test(`the API is read and tried in ${mode}`, async ({ page, portal }) => {
    const refused: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) {
        refused.push(message.text());
      }
    });
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(baseUrl()) && !/^(data|blob):/.test(request.url())) {
        elsewhere.push(request.url());
      }
    });
    await page.emulateMedia({ colorScheme: mode });
    await portal.signIn(accounts.admin, '/');
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('menuitem', { name: 'API documentation' }).click();
    await expect(page.getByRole('heading', { name: 'API', exact: true })).toBeVisible();
    await page.goto(`${baseUrl()}/api/docs`); // the address that people are told
    await expect(page).toHaveURL(`${baseUrl()}/api-docs`);

    await page.getByRole('searchbox', { name: 'Search operations' }).fill('get presence');
    const operation = page.locator('details', { hasText: '/api/org/{orgId}/vehicles/presence' }).first();
    await operation.locator('summary').click();
    await expect(operation.locator('.api-lock')).toContainText('getVehiclePresence');
    await expect(operation.getByRole('region', { name: 'curl' })).toContainText('/api/org/demo/vehicles/presence');
    await operation.getByRole('button', { name: 'Send' }).click();
    await expect(operation.getByRole('status')).toContainText('200');
    expect(await seriousProblems(page)).toEqual([]);

    await page.getByRole('searchbox', { name: 'Search operations' }).fill('no such thing');
    await expect(page.getByText('No operation matches “no such thing”')).toBeVisible();
    expect(refused).toEqual([]);
    expect(elsewhere).toEqual([]);
  });
}
