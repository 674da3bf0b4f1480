import { post } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

const importSchema = z.object({
  format: z.string(),
  rows: z.array(
    z.object({
      line: z.number(), state: z.enum(['new', 'changed', 'same', 'invalid', 'repeat']),
      contact: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }),
      problems: z.array(z.object({ location: z.string().optional(), Location: z.string().optional(), message: z.string().optional(), Message: z.string().optional() })).optional(),
    }),
  ),
  counts: z.record(z.string(), z.number()),
});

/** What becomes of each entry of a file. */
export type Import = z.infer<typeof importSchema>;

/** Tries a CSV or vCard file, or takes it. */
export function importContacts(text: string, preview: boolean): Promise<Import> {
  return post('/org/{orgId}/contacts/import', { text, preview }, importSchema);
}
