import { expect, it } from 'vitest';

import { inputName } from './input-name';

const german = ((_key: string, { pin }: { pin: number }) => `Eingang ${pin}`) as Parameters<typeof inputName>[0];

it('keeps a name that somebody chose, and numbers the others in the language of the user', () => {
  expect(inputName(german, 3, 'Tail lift')).toBe('Tail lift');
  expect(inputName(german, 3, 'Input 3')).toBe('Eingang 3');
  expect(inputName(german, 3)).toBe('Eingang 3');
  expect(inputName(german, 3, 'Input 4')).toBe('Input 4');
});
