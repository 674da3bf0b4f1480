import { accounts } from '../pages/accounts';
import { problems } from '../pages/axe';
import { expect, test } from '../pages/test';
import { adminToken, ask } from '../product/ask';

test('the palette goes anywhere, by keyboard alone', async ({ page, portal, frames }) => {
  test.setTimeout(600_000);
  await portal.signIn(accounts.admin);
  await portal.seesFleet();
  const { name } = await frames.moving();
  const field = page.getByRole('combobox', { name: 'Search or jump to' });
  const open = async (text: string) => {
    await page.keyboard.press('Control+k');
    await field.fill(text);
  };
  const option = (label: RegExp) => page.getByRole('option', { name: label });

  await page.locator('.topbar .avatar').click();
  await open(`${name} live`);
  await expect(page.locator('.account[role=dialog]'), 'other menus close').toBeHidden();
  await expect(option(/Watch live/)).toHaveAttribute('aria-selected', 'true');
  expect(await problems(page, '.palette')).toEqual([]);
  await page.keyboard.press('Enter');
  const panel = page.getByRole('region', { name: `Live video of ${name}` });
  await expect(panel.locator('.live-tile').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();

  await open(name);
  await expect(option(new RegExp(`^${name}: Alerts`))).toBeVisible();
  await ask('POST', '/org/demo/users/contacts', { firstName: 'Pat', lastName: 'Palette', email: 'pat@palette.example' }, await adminToken());
  await field.fill('pat pal');
  await option(/^Pat Palette/).click();
  const contacts = page.getByRole('dialog', { name: 'Contacts' });
  await expect(contacts.getByLabel('First name')).toHaveValue('Pat');
  await page.keyboard.press('Escape');
  await expect(contacts).toBeHidden();
  await open(name);
  for (const [text, label] of [['manager@demo', /manager@demo\.test/], ['crewe', /Crewe/], ['speeding bands', /bands/]] as const) {
    await field.fill(text);
    await expect(option(label).first(), text).toBeVisible();
  }
  await field.fill('crewe');
  await option(/^Crewe.*map|^Crewe/).first().click();
  await expect(page).toHaveURL(/\/(map-view|geo-fence)/);
});
