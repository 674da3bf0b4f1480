import type { Field } from './field';
import type { Translate } from './texts';

/** The fewest characters of a password. */
const leastPassword = 8;

/** Says which rule a new password breaks; an empty one is for the form to refuse. */
export function complainAboutPassword(t: Translate, { input, complain }: Field): void {
  const { value } = input;
  if (value === '') {
    return;
  }
  if (value.length < leastPassword) {
    complain(t('form.min', { length: leastPassword }));
  } else if (!/\p{Lu}/u.test(value) || !/\p{Ll}/u.test(value) || !/\d/.test(value)) {
    complain(t('form.verifyPassword'));
  }
}
