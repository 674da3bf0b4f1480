import type { Page } from '@playwright/test';

import { accounts, password } from '../../e2e/pages/accounts';

/** Signs in at `base`, which may be a proxy before the product, and waits for `shown` at `path`. */
export async function open(page: Page, base: string, path: string, shown: string): Promise<void> {
  await page.goto(`${base}/sign-in?next=${encodeURIComponent(path)}`);
  await page.getByLabel('Email').fill(accounts.admin);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator(shown).first().waitFor({ timeout: 60_000 });
}

/** Whether this run only shows that everything works. */
export const quick = process.env.QUICK !== undefined && process.env.QUICK !== '';

/** The middle one of some figures. */
export function median(figures: number[]): number {
  return [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;
}
