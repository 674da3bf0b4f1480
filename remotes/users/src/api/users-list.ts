import * as z from '@outrider/sdk/schema';
import { listParameters, type ListQuery, type TablePage } from '@outrider/sdk/table';

import { api } from './api';
import { countVehicles } from './tree';
import { userSchema, type User } from './user';

/** The name of the table of users, among views and queries. */
export const usersTable = 'users';

const pageSchema = z.object({ Users: z.array(userSchema), page_count: z.number(), total_records: z.number() });

/** One page of the users that a table asks for; `node` narrows it to a group and those below. */
export async function listUsers(query: ListQuery, signal?: AbortSignal, node?: string): Promise<TablePage<User>> {
  const answer = await api.get('/org/{orgId}/users', pageSchema, { query: { ...listParameters(query), node }, ...(signal ? { signal } : {}) });
  return { rows: answer.Users, total: answer.total_records, pageCount: answer.page_count };
}

/** A user of a list, with how many vehicles are in their group and below it, where that is known. */
export type ListedUser = User & { group_vehicles?: number | undefined };

/** A page of users with the vehicles of their groups; without them where the count cannot be had, since the list is worth more than one column. */
export async function withVehicles(page: TablePage<User>, signal?: AbortSignal): Promise<TablePage<ListedUser>> {
  const nodes = [...new Set(page.rows.flatMap(({ Node }) => Node?.id ?? []))];
  if (nodes.length === 0) {
    return page;
  }
  try {
    const counted = await countVehicles(nodes, signal);
    return { ...page, rows: page.rows.map((user) => ({ ...user, group_vehicles: counted.get(user.Node?.id ?? '') })) };
  } catch (error) {
    signal?.throwIfAborted();
    console.error('count the vehicles that users see', error);
    return page;
  }
}

/** Disables or enables an account. */
export function setDisabled(id: string, disabled: boolean): Promise<User> {
  return api.put('/org/{orgId}/users/{userId}', { disabled }, userSchema, { parts: { userId: id } });
}

/** Gives somebody another role; with `version`, as it was read, a change of somebody else in between is refused. */
export function setRole(id: string, role: string, version?: number): Promise<User> {
  return api.put('/org/{orgId}/ousers/{userId}/role', { role, version }, userSchema, { parts: { userId: id } });
}

/** Puts somebody into another group; `version` as for a role. */
export function moveUser(id: string, node: string, version?: number): Promise<User> {
  return api.post('/org/{orgId}/tree/nodes/{nodeId}/users', { user_id: id, version }, userSchema, { parts: { nodeId: node } });
}

const viewSchema = z.object({ id: z.string() });

/** Begins a view of the portal as somebody else; its id is for `openView`. */
export function seeAs(id: string): Promise<{ id: string }> {
  return api.post('/org/{orgId}/users/{userId}/see-as', undefined, viewSchema, { parts: { userId: id } });
}

/** Ends all sessions of somebody. */
export function signOutUser(id: string): Promise<void> {
  return api.post('/org/{orgId}/users/{userId}/sign-out', undefined, undefined, { parts: { userId: id } });
}
