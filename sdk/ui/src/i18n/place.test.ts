import { afterEach, expect, it } from 'vitest';

import { setLanguage } from './i18n';
import { placeName } from './place';

afterEach(() => setLanguage('en-GB'));

it.each([
  ['de-DE', 'bei Crewe, Cheshire East', 'Nicht bekannt'],
  ['es-ES', 'cerca de Crewe, Cheshire East', 'Desconocido'],
  ['fr-FR', 'près de Crewe, Cheshire East', 'Inconnu'],
  ['nl-NL', 'nabij Crewe, Cheshire East', 'Niet bekend'],
  ['en-GB', 'near Crewe, Cheshire East', 'Not known'],
])('says a place in %s', async (locale, near, notKnown) => {
  await setLanguage(locale);
  expect(['near Crewe, Cheshire East', 'Not known', 'Crewe', 'Nearby', '', undefined].map(placeName)).toEqual([near, notKnown, 'Crewe', 'Nearby', '', '']);
});
