import { set, type FieldErrors, type FieldValues, type Resolver } from 'react-hook-form';
import type { z } from 'zod';

import { issueMessage, type ShowBound } from './issue-message';

/** Checks a form's values by a zod schema; the first refusal of a field is its error, in the product's words. */
export function schemaResolver<I extends FieldValues, O>(schema: z.ZodType<O, I>, showBound: ShowBound): Resolver<I, unknown, O> {
  return async (values) => {
    const result = await schema.safeParseAsync(values, { error: (issue) => issueMessage(issue, showBound) });
    if (result.success) {
      return { values: result.data, errors: {} };
    }
    const errors: FieldErrors<I> = {};
    const seen = new Set<string>();
    for (const { path, message, code } of result.error.issues) {
      const name = path.join('.') || 'root';
      if (!seen.has(name)) {
        seen.add(name);
        set(errors, name, { type: code, message });
      }
    }
    return { values: {}, errors };
  };
}
