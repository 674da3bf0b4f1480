import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { problems } from '../pages/axe';
import { accounts } from '../pages/accounts';
import { baseUrl } from '../pages/portal';
import { expect, test } from '../pages/test';

/** A telematics provider as docs/provider-api.yaml has it; its key may be revoked. */
class Provider {
  key = 'the key';
  #server: Server;

  constructor() {
    this.#server = createServer(({ url = '', headers }, response) => {
      const path = url.split('?')[0] ?? '';
      const isKnown = headers.authorization === `Bearer ${this.key}`;
      const vehicles = [{ id: 'FL-1', registration: 'PN68 PSL', vin: 'Z99DH0DEMX0000008' }, { id: 'FL-2', registration: 'MX19 RTE' }];
      const answer = path.endsWith('/vehicles') ? { vehicles, cursor: 'end' } : path.endsWith('/readings') ? { readings: [], cursor: 'end' } : { name: 'FleetLink' };
      response.writeHead(isKnown ? 200 : 401, { 'Content-Type': 'application/json' }).end(JSON.stringify(isKnown ? answer : {}));
    });
  }

  async address(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/api`;
  }

  close(): void {
    this.#server.close();
  }
}

test('a provider is entered, its vehicle is mapped by its registration, and a revoked key is said', async ({ page, portal }) => {
  const provider = new Provider();
  try {
    await portal.signIn(accounts.admin, '/integrations');
    await expect(page.getByText('No provider is set.')).toBeVisible();
    await page.getByRole('button', { name: 'Settings', exact: true }).last().click();
    await page.getByLabel('Provider address').fill(await provider.address());
    await page.getByLabel('API key').fill(provider.key);
    await page.getByLabel('Check every').fill('10');
    await page.getByRole('button', { name: 'Save' }).click();
    await portal.isTold('Settings saved');

    await page.goto(`${baseUrl()}/integrations`);
    await expect(page.getByText('Connected', { exact: true })).toBeVisible();
    const row = page.getByRole('row', { name: /PN68 PSL/ });
    await expect(row.getByText('Registration, VIN')).toBeVisible();
    expect(await problems(page, '.int-page')).toEqual([]);
    await row.getByRole('button', { name: 'Accept the suggestion for PN68 PSL' }).click();
    await expect(row.getByText(/^Mapped /)).toBeVisible();
    await expect(page.getByText('1 of 2 mapped')).toBeVisible();

    provider.key = 'another';
    await page.getByRole('button', { name: 'Test connection' }).click();
    await expect(page.getByText('The provider refuses the key.').first()).toBeVisible();
  } finally {
    provider.close();
  }
});
