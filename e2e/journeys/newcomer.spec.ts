import { test as plain } from '@playwright/test';

import { accounts } from '../pages/accounts';
import { seriousProblems } from '../pages/axe';
import { baseUrl, Portal } from '../pages/portal';
import { expect } from '../pages/test';
import { setTourSeen } from '../product/set-tour-seen';

// Without the fixture that takes the tour away.
plain('who signs in for the first time is shown the tour once, and ends it by the keyboard', async ({ page }) => {
  await setTourSeen(accounts.viewer, false);
  await new Portal(page).signIn(accounts.viewer, '/');
  const tour = page.getByRole('region', { name: 'Home shows the day' });
  await expect(tour).toBeFocused();
  expect(await seriousProblems(page)).toEqual([]);

  const next = page.getByRole('button', { name: 'Next' });
  await next.focus();
  await page.keyboard.press('Enter');
  const step = page.getByRole('region', { name: 'The map is live' });
  await step.getByRole('link', { name: 'Open this page' }).click(); // the page is free meanwhile
  await expect(page).toHaveURL(`${baseUrl()}/map-view`);
  await expect(step).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('.tour')).toHaveCount(0);

  await page.reload();
  await expect(page.locator('.vrow').first()).toBeVisible();
  await expect(page.locator('.tour')).toHaveCount(0);
  await page.goto(`${baseUrl()}/help`);
  await page.getByRole('button', { name: 'Start the tour' }).click();
  await expect(tour).toBeFocused();
});
