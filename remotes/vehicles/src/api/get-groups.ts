import { get } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

/** A group in the user's scope. */
export const groupSchema = z.object({ id: z.string(), parent_id: z.string(), label: z.string(), depth: z.number() });

/** See the schema. */
export type Group = z.infer<typeof groupSchema>;

const groupsSchema = z.object({ Groups: z.array(groupSchema) });

/** The groups in the user's scope, in the order of the tree. */
export async function getGroups(signal?: AbortSignal): Promise<Group[]> {
  return (await get('/org/{orgId}/vehicles/groups', groupsSchema, signal ? { signal } : {})).Groups;
}

/** The groups as choices, set in as in the tree. */
export function groupOptions(groups: readonly Group[]): { value: string; label: string }[] {
  const least = Math.min(...groups.map(({ depth }) => depth));
  return groups.map(({ id, label, depth }) => ({ value: id, label: `${'\u2003'.repeat(depth - least)}${label}` }));
}
