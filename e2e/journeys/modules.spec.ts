import type { Locator, Page } from '@playwright/test';

import { problems } from '../pages/axe';
import { accounts } from '../pages/accounts';
import { Portal } from '../pages/portal';
import { expect, test } from '../pages/test';
import { machineIsIdle } from '../product/machine-is-idle';

const path = '/seatbelt-violation-report';
const entry = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Seat belts' });

/** How long a switch may take to reach another browser on a machine that has time for it, in milliseconds. */
const reach = 2_000;

type Shown = readonly [what: string, where: Locator, isShown: boolean];

/** Waits until other browsers show a switch, and says how long each part of them took; on an idle machine none may take longer than `reach`. */
async function follow(switched: string, list: readonly Shown[]): Promise<void> {
  const since = Date.now();
  const isIdle = machineIsIdle();
  const took = await Promise.all(list.map(async ([what, where, isShown]) => {
    await expect(where).toBeVisible({ visible: isShown });
    return [what, Date.now() - since] as const;
  }));
  const text = took.map(([what, ms]) => `${what} ${ms} ms`).join(', ');
  test.info().annotations.push({ type: `turned ${switched} for others after`, description: `${text} (at most ${reach} on an idle machine)` });
  console.log(`  turned ${switched}: ${text}`);
  if (isIdle) {
    expect(Math.max(...took.map(([, ms]) => ms)), text).toBeLessThan(reach);
  }
}

test('a module is turned on and off in one browser, and two others follow without a reload', async ({ page, portal, browser }) => {
  const others = await Promise.all([accounts.manager, accounts.admin].map(async (email) => {
    const other = await (await browser.newContext()).newPage();
    const theirs = new Portal(other);
    await theirs.signIn(email, email === accounts.manager ? path : '/');
    await expect(theirs.live).toHaveText('Live');
    return other;
  }));
  const [manager, home] = others as [Page, Page];
  await expect(manager.getByText('Your organisation does not use this module')).toBeVisible();
  await expect(entry(home)).toBeHidden();
  await manager.evaluate(() => Object.assign(window, { neverReloaded: true }));

  await portal.signIn(accounts.admin, '/modules');
  const module = page.getByRole('switch', { name: 'Seatbelt' });
  await expect(module).not.toBeChecked();
  const card = page.getByRole('article', { name: 'Seatbelt' });
  await expect(card.getByText(/^\d+ of \d+ vehicles$/)).toBeVisible(); // of what it needs
  expect(await problems(page, '.mdl')).toEqual([]);
  await module.focus();
  const parts: readonly (readonly [what: string, where: Locator])[] = [
    ['route', manager.getByRole('grid', { name: 'Seat belt violations' }).or(manager.getByText('No seat belt violations')).first()],
    ['drawer', entry(home)],
    ['drawer beside the route', entry(manager)],
    ['widget', home.getByRole('main').getByText('Seatbelt', { exact: true }).first()],
  ];
  await page.keyboard.press('Space');
  await follow('on', parts.map(([what, where]) => [what, where, true]));
  await expect(module).toBeChecked();
  await module.click();
  await follow('off', parts.map(([what, where]) => [what, where, false]));
  await expect(manager.getByText('Your organisation does not use this module')).toBeVisible();
  await expect(module).not.toBeChecked();
  await module.click();
  await expect(entry(home)).toBeVisible();
  await home.getByRole('navigation').getByRole('link', { name: 'On demand' }).click();
  const report = home.getByRole('main').getByText('Seat belt violations').first();
  await expect(report).toBeVisible();

  await module.click();
  await expect(entry(home)).toBeHidden();
  await expect(report).toBeHidden(); // of an open page as well
  await expect(entry(manager)).toBeHidden();
  expect(await manager.evaluate(() => 'neverReloaded' in window)).toBe(true);
  await expect(page.getByText('Updated: reload')).toBeHidden(); // nothing is newer, and nobody is asked to reload
  await expect(page.getByText(/^Off since .* by /).first()).toBeVisible(); // other modules were on before
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'History' }).getByRole('listitem').filter({ hasText: 'Seatbelt' });
  await expect(history.first()).toContainText('Off');
  await expect(history.nth(1)).toContainText('On');
  await Promise.all(others.map((other) => other.context().close()));
});
