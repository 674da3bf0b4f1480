import * as z from '@outrider/sdk/schema';

import { api } from './api';

const importSchema = z.object({
  format: z.string(),
  rows: z.array(
    z.object({
      line: z.number(), state: z.enum(['new', 'changed', 'same', 'invalid', 'repeat']),
      contact: z.object({ firstName: z.string().default(''), lastName: z.string().default(''), email: z.string().default('') }),
      problems: z.array(z.object({ location: z.string(), message: z.string() })).optional(),
    }),
  ),
  counts: z.record(z.string(), z.number()),
});

/** What becomes of each entry of a file. */
export type Import = z.infer<typeof importSchema>;

/** Tries a CSV or vCard file, or takes it. */
export function importContacts(text: string, preview: boolean): Promise<Import> {
  return api.post('/org/{orgId}/contacts/import', { text, preview }, importSchema);
}
