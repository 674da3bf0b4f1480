import * as z from '@outrider/sdk/schema';

import { api } from './api';

const listSchema = z.object({ id: z.string(), name: z.string(), members: z.array(z.object({ kind: z.enum(['user', 'contact']), id: z.string() })) });

/** A distribution list. */
export type List = z.infer<typeof listSchema>;

/** The distribution lists by their names. */
export async function getLists(signal: AbortSignal): Promise<List[]> {
  return (await api.get('/org/{orgId}/contacts/lists', z.object({ lists: z.array(listSchema) }), { signal })).lists;
}

/** Makes a list, or changes the one with the id. */
export function saveList(id: string | undefined, { name, members }: Omit<List, 'id'>): Promise<List> {
  return id === undefined ? api.post('/org/{orgId}/contacts/lists', { name, members }, listSchema) : api.put('/org/{orgId}/contacts/lists/{id}', { name, members }, listSchema, { parts: { id } });
}

export function removeList(id: string): Promise<void> {
  return api.del('/org/{orgId}/contacts/lists/{id}', { parts: { id } });
}
