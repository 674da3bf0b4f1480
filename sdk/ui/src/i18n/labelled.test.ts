import { afterEach, expect, it } from 'vitest';

import { setLanguage } from './i18n';
import { labelled } from './labelled';

afterEach(() => setLanguage('en-GB'));

it.each([
  ['en-GB', 'Nom: Anne'],
  ['de-DE', 'Nom: Anne'],
  ['fr-FR', 'Nom\u00a0: Anne'],
])('sets the colon of %s', async (locale, said) => {
  await setLanguage(locale);
  expect(labelled('Nom', 'Anne')).toBe(said);
});
