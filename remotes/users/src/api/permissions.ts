import * as z from '@outrider/sdk/schema';

import { api } from './api';

const actionsSchema = z.object({
  areas: z.array(z.object({ area: z.string(), actions: z.array(z.object({ name: z.string(), plugin: z.string(), description: z.string(), default_roles: z.array(z.string()) })) })),
});

/** What can be allowed and denied, by area. */
export type Area = z.infer<typeof actionsSchema>['areas'][number];

/** One permission. */
export type Action = Area['actions'][number];

const document = z.object({ allowed: z.array(z.string()), denied: z.array(z.string()) });

const usersSchema = z.object({
  users: z.array(z.object({ id: z.string(), name: z.string(), email: z.string(), Role: z.object({ name: z.string() }), user_permission_document: document, role_permission_document: document })),
  excluded: z.number(),
});

/** Users with what they may, and how many were left out because their role is another. */
export type PermissionsOf = z.infer<typeof usersSchema>;

/** Whose permissions are meant: users, the people of a group, or the role itself. */
export interface Target {
  users?: readonly string[];
  node?: string;
  role?: string;
}

/** Every permission that an organisation can give. */
export async function getActions(signal?: AbortSignal): Promise<Area[]> {
  return (await api.post('/permissions/actions', undefined, actionsSchema, signal ? { signal } : {})).areas;
}

/** What users may. */
export function getPermissionsOf(target: Target, signal?: AbortSignal): Promise<PermissionsOf> {
  return api.post('/permissions/user', target, usersSchema, signal ? { signal } : {});
}

/** Gives and takes permissions. */
export function putPermissions(target: Target, allowed: string[], denied: string[]): Promise<PermissionsOf> {
  return api.put('/permissions/user', { ...target, allowed, denied }, usersSchema);
}

const whySchema = z.object({ allowed: z.boolean(), reasons: z.array(z.object({ step: z.string(), holds: z.boolean(), name: z.string() })) });

/** A decision and what it was made of. */
export type Why = z.infer<typeof whySchema>;

/** Why somebody may do something, with a vehicle of a group if there is one. */
export function getWhy(user: string, permission: string, vehicle: { id: string; node: string } | undefined, signal?: AbortSignal): Promise<Why> {
  return api.get('/permissions/why/{userId}', whySchema, { parts: { userId: user }, query: { permission, node: vehicle?.node, vehicle: vehicle?.id }, ...(signal ? { signal } : {}) });
}

const reachSchema = z.object({
  users: z.array(z.object({ id: z.string(), name: z.string(), email: z.string(), Role: z.object({ name: z.string() }), by: z.string(), user_group: z.string() })),
  total_records: z.number(),
  page_count: z.number(),
});

/** One page of who reaches a thing. */
export type ReachPage = z.infer<typeof reachSchema>;

/** A thing that people see by its group, its vehicle, or because it is shared with them. */
export interface Reachable {
  name: string;
  node: string;
  vehicleId?: string | undefined;
  users?: readonly string[] | undefined;
}

/** Who may do something with a thing. */
export function getReach(permission: string, { node, vehicleId, users }: Reachable, q: string, page: number, signal?: AbortSignal): Promise<ReachPage> {
  return api.get('/permissions/reach/{nodeId}', reachSchema, {
    parts: { nodeId: node },
    query: { permission, vehicle: vehicleId, users: users?.join(','), q: q.trim() || undefined, page }, ...(signal ? { signal } : {}),
  });
}
