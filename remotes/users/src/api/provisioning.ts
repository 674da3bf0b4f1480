import * as z from '@outrider/sdk/schema';

import { api } from './api';

const groupSchema = z.object({ id: z.string(), name: z.string(), role: z.string(), node: z.string(), members: z.number() });
const provisioningSchema = z.object({ endpoint: z.string(), signed_in_elsewhere: z.boolean(), users: z.number(), Groups: z.array(groupSchema) });

/** A group that the directory has sent, and what it gives its members; empty texts: nothing. */
export type DirectoryGroup = z.infer<typeof groupSchema>;
/** What the directory of an organisation does here. */
export type Provisioning = z.infer<typeof provisioningSchema>;

/** Where a directory connects, and what it has sent. */
export function getProvisioning(signal?: AbortSignal): Promise<Provisioning> {
  return api.get('/org/{orgId}/provisioning', provisioningSchema, signal ? { signal } : {});
}

/** Says what a group gives its members, who have it at once. */
export function giveToGroup(id: string, given: { role: string; node: string }): Promise<DirectoryGroup> {
  return api.put('/org/{orgId}/provisioning/groups/{groupId}', given, groupSchema, { parts: { groupId: id } });
}
