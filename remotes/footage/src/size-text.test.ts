import { expect, it } from 'vitest';

import { sizeText } from './size-text';

it('writes sizes as the locale does', () => {
  expect(sizeText(8e6, 'en-GB')).toBe('8 MB');
  expect(sizeText(1.24e9, 'en-GB')).toBe('1.2 GB');
  expect(sizeText(35.8e6, 'de-DE', 0)).toBe('36 MB');
  expect(sizeText(35.8e6, 'fr-FR').replaceAll(/\s/g, ' ')).toBe('35,8 Mo');
});
