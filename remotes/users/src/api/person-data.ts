import { del, postForFile } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

const erasedSchema = z.object({ pseudonym: z.string(), changed: z.record(z.string(), z.number()), audit_records: z.number() });

/** What became of somebody's data. */
export type Erased = z.infer<typeof erasedSchema>;

/** All that is kept of one person, as a zip. */
export function personData(id: string): Promise<Blob> {
  return postForFile(`/org/{orgId}/users/${encodeURIComponent(id)}/data`, {});
}

/** Erases a person; what the fleet did stays. */
export function erasePerson(id: string): Promise<Erased> {
  return del(`/org/{orgId}/users/${encodeURIComponent(id)}`, undefined, erasedSchema);
}
