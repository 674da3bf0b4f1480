import { accounts } from '../pages/accounts';
import { problems } from '../pages/axe';
import { baseUrl } from '../pages/portal';
import { expect, test } from '../pages/test';

const sections = ['states', 'buttons', 'inputs', 'range', 'charts', 'map', 'player', 'tasks'];

for (const mode of ['light', 'dark'] as const) {
  test(`every component is accessible in ${mode}`, async ({ page, portal }) => {
    await page.emulateMedia({ colorScheme: mode });
    await portal.signIn(accounts.admin, `/gallery?section=${sections[0]}`);
    for (const section of sections) {
      await page.goto(`${baseUrl()}/gallery?section=${section}`);
      await expect(page.locator('.gallery-body h1')).toBeVisible();
      if (section === 'map') await expect(page.locator('.draw').first()).toBeVisible();
      expect(await problems(page, '.gallery'), section).toEqual([]);
    }
  });
}

test('what was chosen is taken away by its cross', async ({ page, portal }) => {
  await portal.signIn(accounts.admin, '/gallery?section=buttons');
  await page.getByRole('button', { name: 'Remove Leeds' }).click();
  await expect(page.getByRole('button', { name: /^Remove / })).toHaveCount(2);
});

test('a shape is drawn, typed and taken back', async ({ page, portal }) => {
  await portal.signIn(accounts.admin, '/gallery?section=map');
  const drawing = page.getByRole('region', { name: 'Drawing', exact: true });
  await drawing.getByRole('button', { name: 'Rectangle' }).first().click();
  const map = drawing.getByRole('application', { name: 'New geofence' });
  await map.scrollIntoViewIfNeeded();
  await map.click({ position: { x: 200, y: 120 } });
  await map.click({ position: { x: 320, y: 220 } });
  await expect(drawing.locator('.specimen-out')).toContainText('"kind":"rectangle"');
  const latitude = drawing.getByLabel('Latitude of point 1');
  await latitude.fill('53.25');
  await latitude.press('Enter');
  await expect(drawing.locator('.specimen-out')).toContainText('53.25');
  await drawing.getByRole('button', { name: 'Undo' }).click();
  await expect(drawing.locator('.specimen-out')).not.toContainText('53.25');
});

test('long work goes on over pages', async ({ page, portal }) => {
  await portal.signIn(accounts.admin, '/gallery?section=tasks');
  await page.getByRole('button', { name: 'Start an export' }).click();
  const tray = page.getByRole('region', { name: 'Tasks' });
  await expect(tray.getByRole('progressbar', { name: 'Export of 1,200 vehicles' })).toBeVisible();
  await page.getByRole('link', { name: 'Forms' }).click();
  await expect(tray.getByRole('button', { name: 'Open' })).toBeVisible();
});
