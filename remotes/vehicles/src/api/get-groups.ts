import * as z from '@outrider/sdk/schema';

import { api } from './api';

/** A group in the user's scope. */
export const groupSchema = z.object({ id: z.string(), parent_id: z.string(), label: z.string(), depth: z.number() });

/** See the schema. */
export type Group = z.infer<typeof groupSchema>;

const groupsSchema = z.object({ Groups: z.array(groupSchema) });

/** The groups in the user's scope, in the order of the tree. */
export async function getGroups(signal?: AbortSignal): Promise<Group[]> {
  return (await api.get('/org/{orgId}/vehicles/groups', groupsSchema, signal ? { signal } : {})).Groups;
}

/** The groups as choices, each with the groups above it; the user's own first. */
export function groupOptions(groups: readonly Group[]): { value: string; label: string }[] {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const nameOf = (group: Group): string => {
    const parent = byId.get(group.parent_id);
    return parent && parent.depth > 0 ? `${nameOf(parent)} › ${group.label}` : group.label;
  };
  return groups.map((group) => ({ value: group.id, label: nameOf(group) }));
}
