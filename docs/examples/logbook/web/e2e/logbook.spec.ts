import { expect, test } from '@outrider/sdk/e2e';

test('the page is in the drawer', async ({ page, portal }) => {
  await portal.signIn('admin@demo.test');
  await portal.open('Logbook');
  await expect(page).toHaveURL(/\/logbook$/);
  await expect(page.getByRole('heading', { name: 'Logbook', level: 1 })).toBeVisible();
});
