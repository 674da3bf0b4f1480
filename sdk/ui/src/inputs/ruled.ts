import { z } from 'zod';

import { check, type Rule } from './rules';

/**
 * A text that keeps the product's rules: `ruled(required, minLength(8), verifyPassword)`. The first rule that it breaks is
 * said, in the language that the user reads at that moment.
 */
export function ruled(...rules: Rule[]) {
  return z.string().check((context) => {
    const message = check(context.value, ...rules);
    if (message) {
      context.issues.push({ code: 'custom', message, input: context.value });
    }
  });
}

/**
 * A rule over two fields of an object schema, for `schema.check(…)`: the sentence lands on `field`.
 *
 *     z.object({ password, again }).check(together('again', ({ password, again }) => confirmed(password)(again)))
 */
export function together<T extends object>(field: keyof T & string, rule: (values: T) => string | undefined) {
  return (context: z.core.ParsePayload<T>): void => {
    const message = rule(context.value);
    if (message) {
      context.issues.push({ code: 'custom', message, path: [field], input: context.value });
    }
  };
}
