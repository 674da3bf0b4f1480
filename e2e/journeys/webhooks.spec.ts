import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { accounts } from '../pages/accounts';
import { problems } from '../pages/axe';
import { expect, test } from '../pages/test';
import { raiseTurns } from '../product/raise-alert';
import { until } from '../product/until';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** Another system that takes events; what it takes it keeps. */
class Receiver {
  readonly received: Received[] = [];
  status = 204;
  #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      let body = '';
      request.on('data', (piece: Buffer) => (body += piece.toString()));
      request.on('end', () => {
        this.received.push({ headers: request.headers, body });
        response.writeHead(this.status).end();
      });
    });
  }

  async address(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  /** What came of a kind, once there are so many. */
  async have(type: string, count: number): Promise<Received[]> {
    const of = () => this.received.filter(({ body }) => body.includes(`"type":"${type}"`));
    await until(`${count} of ${type} came`, 60_000, () => of().length >= count);
    return of();
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** Whether a delivery was signed with the secret, as docs/webhooks.md says. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = createHmac('sha256', key).update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`).digest('base64');
  return String(headers['webhook-signature']).split(' ').includes(`v1,${signed}`);
}

test('a webhook is created and tested, is sent an alert, and sends it again', async ({ page, portal }) => {
  const receiver = new Receiver();
  const name = `ERP ${Date.now()}`;
  try {
    await portal.signIn(accounts.admin, '/user-management?tab=webhooks');
    await page.getByRole('button', { name: 'Create webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create webhook' });
    await dialog.getByRole('textbox', { name: 'Address' }).fill(await receiver.address());
    await dialog.getByRole('textbox', { name: 'Description' }).fill(name);
    await dialog.getByRole('checkbox').first().check();
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    const shown = page.getByRole('dialog', { name: 'Secret of the webhook' });
    const secret = (await shown.locator('code').textContent()) ?? '';
    await shown.getByRole('button', { name: 'Done' }).click();

    const row = page.getByRole('row').filter({ hasText: name });
    await row.getByRole('button', { name: 'Test' }).click();
    const [tested] = await receiver.have('test', 1);
    expect(tested && isSigned(tested, secret)).toBe(true);
    expect(tested && isSigned({ ...tested, body: `${tested.body} ` }, secret)).toBe(false);
    const deliveries = page.getByRole('dialog', { name: `Deliveries to ${name}` });
    await expect(deliveries.getByRole('row').filter({ hasText: 'Test' })).toContainText('Sent');
    expect(await problems(page)).toEqual([]);

    await raiseTurns(1);
    const [sent] = await receiver.have('alerts.raised', 1);
    expect(sent && isSigned(sent, secret)).toBe(true);
    await expect(deliveries.getByRole('button', { name: 'Send again' }).first()).toBeVisible();
    await deliveries.getByRole('button', { name: 'Send again' }).first().click();
    await portal.isTold('1 delivery is sent again');
    const again = await receiver.have('alerts.raised', 2);
    const ids = again.map(({ headers }) => headers['webhook-id']);
    const twice = again.find(({ headers }, at) => ids.indexOf(headers['webhook-id']) < at);
    expect(twice?.body).toBe(again.find(({ headers }) => headers['webhook-id'] === twice?.headers['webhook-id'])?.body);

    await page.keyboard.press('Escape');
    await row.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete this webhook?' }).getByRole('button', { name: 'Delete' }).click();
    await portal.isTold('Webhook deleted');
    await expect(row).toHaveCount(0);
  } finally {
    receiver.close();
  }
});
