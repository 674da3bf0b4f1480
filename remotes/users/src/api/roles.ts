import * as z from '@outrider/sdk/schema';

import { api } from './api';

const roleSchema = z.object({
  /** What it is asked for by: the name of a given role, or the id of one of the organisation's own. */
  name: z.string(),
  label: z.string().optional(),
  base: z.string().optional(),
  permissions: z.array(z.string()),
});

/** A role with what it may; one of the organisation's own has a label, and the base whose rank and scope it has. */
export type Role = z.infer<typeof roleSchema>;

/** The query key of the roles; those of permissions begin alike, so that what changes permissions reads them anew. */
export const rolesKey = ['permissions', 'roles'] as const;

/** Every role, the most powerful first. */
export function getRoles(signal?: AbortSignal): Promise<Role[]> {
  return api.get('/role', z.array(roleSchema), signal ? { signal } : {});
}

const madeSchema = roleSchema.extend({ id: z.string() });

/** Makes a role of the organisation's own that begins as a copy. */
export function createRole(name: string, copy: string): Promise<Role> {
  return api.post('/org/{orgId}/role', { name, copy }, madeSchema);
}

/** Gives a role of the organisation's own another name. */
export function renameRole(id: string, name: string): Promise<Role> {
  return api.put('/org/{orgId}/role/{roleId}', { name }, madeSchema, { parts: { roleId: id } });
}

/** Deletes a role of the organisation's own that nobody has. */
export function deleteRole(id: string): Promise<void> {
  return api.del('/org/{orgId}/role/{roleId}', { parts: { roleId: id } });
}
