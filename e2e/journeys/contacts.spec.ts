import { problems } from '../pages/axe';
import { accounts } from '../pages/accounts';
import { expect, test } from '../pages/test';

const card = 'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Tang;Howard;;;\r\nFN:Howard Tang\r\nEMAIL:howard@insurewell.example\r\nCATEGORIES:Insurer\r\nEND:VCARD\r\n';

test('contacts are added, imported, put on a list and removed', async ({ page, portal }) => {
  await portal.signIn(accounts.admin, '/vehicles');
  await page.getByRole('button', { name: 'Contacts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Contacts' });
  const available = dialog.getByRole('listbox', { name: 'Available' });
  await expect(available.getByRole('option', { name: /manager@demo\.test/ })).toBeVisible(); // users come by events

  await dialog.getByRole('button', { name: 'Add external contact' }).click();
  const form = dialog.getByRole('form', { name: 'Add external contact' });
  await form.getByLabel('First name').fill('Helen');
  await form.getByLabel('Last name').fill('Ogden');
  await form.getByLabel('Email').fill('helen.ogden@');
  await expect(form.getByText('Invalid e-mail.')).toBeVisible();
  await expect(form.getByRole('button', { name: 'Create' })).toBeDisabled();
  await form.getByLabel('Email').fill('helen@ogden.example');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(available.getByRole('option', { name: /Helen Ogden/ })).toBeVisible();

  await dialog.getByRole('button', { name: 'Import CSV or vCard' }).click();
  const importing = page.getByRole('dialog', { name: 'Import contacts' });
  await importing.getByLabel('Choose a file').setInputFiles({ name: 'cards.vcf', mimeType: 'text/vcard', buffer: Buffer.from(card) });
  await expect(importing.getByRole('cell', { name: 'Howard Tang' })).toBeVisible();
  await importing.getByRole('button', { name: 'Import 1 contact' }).click();
  await expect(available.getByRole('option', { name: /Howard Tang/ })).toBeVisible();

  await dialog.getByRole('tab', { name: 'Distribution lists' }).click();
  await dialog.getByRole('textbox', { name: 'New distribution list' }).fill('Ogden weekly');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Name of Ogden weekly' })).toBeVisible();
  await dialog.getByRole('tab', { name: 'People' }).click();

  await dialog.getByRole('searchbox').fill('hELEN og');
  await expect(available.getByRole('option', { name: /manager@demo\.test/ })).toBeHidden();
  await available.getByRole('option', { name: /Helen Ogden/ }).dblclick();
  await dialog.getByRole('searchbox').fill('manager@demo.test');
  await expect(available.getByRole('option', { name: /manager@demo\.test/ })).toBeVisible();
  await available.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('2, 2 people')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Add to list' }).selectOption({ label: 'Ogden weekly' });
  await portal.isTold('Ogden weekly updated');
  expect(await problems(page, '.ct')).toEqual([]);

  await dialog.getByRole('button', { name: 'Remove 1' }).click();
  const question = page.getByRole('dialog', { name: 'Remove 1 contact?' });
  await expect(question).toContainText('Internal contacts will be kept.');
  await question.getByRole('button', { name: 'Remove 1' }).click();
  await portal.isTold('1 contact removed');
});
