import { createHmac } from 'node:crypto';

import type { Page } from '@playwright/test';

import { accounts, password } from '../pages/accounts';
import { baseUrl } from '../pages/portal';
import { expect, test } from '../pages/test';

test('an authenticator app, a recovery code and a passkey are set up, sign in, and are taken away again', async ({ page, portal, browser }) => {
  await portal.signIn(accounts.rival, '/user-profile');
  const card = page.getByRole('region', { name: 'Two-step sign-in' });
  await card.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await dialog.getByLabel('Password').fill('Wrong1234');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByText('The password is not correct.')).toBeVisible();
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByRole('img', { name: 'Code to scan with an authenticator app' })).toBeVisible();
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  const used = codeOf(secret, 0);
  await dialog.getByRole('textbox', { name: 'Code' }).fill(used);
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const recovery = (await codes.getByRole('listitem').allTextContents()).map((code) => code.trim());
  await codes.getByRole('button', { name: 'Codes saved' }).click();
  await expect(card.getByText('10 left')).toBeVisible();

  // Another browser needs a code after the password; one that was used is refused.
  const other = await (await browser.newContext()).newPage();
  await showPassword(other);
  await other.getByLabel('Code').fill(used);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expect(other.getByText(/The code is not correct/)).toBeVisible();
  await other.getByLabel('Code').fill(codeOf(secret, 1));
  await other.getByRole('button', { name: 'Sign in' }).click();
  await other.waitForURL(`${baseUrl()}/`);
  await other.context().close();
  const third = await (await browser.newContext()).newPage();
  await showPassword(third);
  await third.getByRole('button', { name: 'Use a recovery code' }).click();
  await third.getByLabel('Recovery code').fill(recovery[0] ?? '');
  await third.getByRole('button', { name: 'Sign in' }).click();
  await third.waitForURL(`${baseUrl()}/`);
  await third.context().close();

  // A passkey of Chromium's own authenticator signs in without a name, and as a second step.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
  });
  await card.getByRole('button', { name: 'Add passkey' }).click();
  const adding = page.getByRole('dialog', { name: 'Add passkey' });
  await adding.getByLabel('Name').fill('Test key');
  await adding.getByLabel('Password').fill(password);
  await adding.getByRole('button', { name: 'Create passkey' }).click();
  await portal.isTold('Passkey added');
  await expect(card.getByText('Test key')).toBeVisible();
  await signOut(page);
  await page.goto(`${baseUrl()}/sign-in?next=/user-profile`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL(`${baseUrl()}/user-profile`);
  await signOut(page);
  await showPassword(page, '/user-profile');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL(`${baseUrl()}/user-profile`);

  await card.getByRole('button', { name: 'Remove Test key' }).click();
  const removing = page.getByRole('dialog', { name: 'Remove Test key?' });
  await removing.getByLabel('Password').fill(password);
  await removing.getByRole('button', { name: 'Remove' }).click();
  await portal.isTold('Passkey removed');
  await card.getByRole('button', { name: 'Turn off' }).click();
  const off = page.getByRole('dialog', { name: 'Turn off the authenticator app?' });
  await off.getByLabel('Password').fill(password);
  await off.getByRole('button', { name: 'Turn off' }).click();
  await portal.isTold('Authenticator app turned off');
  await expect(card.getByRole('button', { name: 'Set up' })).toBeVisible();
});

/** Takes the session away where no page of the portal notices and goes to the sign-in page by itself. */
async function signOut(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}

async function showPassword(page: Page, next = '/'): Promise<void> {
  await page.goto(`${baseUrl()}/sign-in?next=${encodeURIComponent(next)}`);
  await page.getByLabel('Email').fill(accounts.rival);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Two-step sign-in' }).waitFor();
}

/** The code of an app (RFC 6238) that many steps of 30 s from now. */
function codeOf(secret: string, steps: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const bits = [...secret].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const hash = createHmac('sha1', key).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
