import * as z from '@outrider/sdk/schema';

import { api } from './api';

const text = z.string().nullish().transform((v) => v ?? '');

/** A user as the API describes one with the profile. */
export const userSchema = z.object({
  id: z.string(),
  email: z.string(),
  telephone: text,
  mobile: text,
  organisation: text,
  user_group: text,
  created_date: text,
  disabled: z.boolean().catch(false),
  provisioned: z.boolean().catch(false),
  /** How a sign-in goes on after the password; only for who may reset it. */
  two_step: z.enum(['passkey', 'app', 'off']).optional().catch(undefined),
  own_vehicles: z.number().catch(0),
  last_seen: z.string().nullish().transform((v) => v ?? undefined),
  version: z.number().optional(),
  Node: z.object({ id: z.string() }).nullish(),
  /** Rank and scope; `own` is the id of a role of the organisation's own that is based on it, and then counts. */
  Role: z.object({ name: z.string(), own: z.string().optional(), label: z.string().optional() }),
  Profile: z.object({ firstname: text, lastname: text }).nullish().transform((v) => v ?? { firstname: '', lastname: '' }),
});

/** A user with the profile. */
export type User = z.infer<typeof userSchema>;

/** What a user may change of themselves. */
export interface ProfileChange {
  Profile: { firstname: string; lastname: string };
  telephone: string;
  mobile: string;
  /** As it was read: a change of somebody else in between is refused. */
  version?: number;
}

/** One user by id. */
export function getUser(id: string, signal?: AbortSignal): Promise<User> {
  return api.get('/user/{id}', userSchema, { parts: { id }, ...(signal ? { signal } : {}) });
}

/** Changes a profile; answers the user as it is then. */
export function putProfile(id: string, change: ProfileChange): Promise<User> {
  return api.put('/org/{orgId}/users/{userId}', change, userSchema, { parts: { userId: id } });
}

/** First name and surname, else the address. */
export function nameOf({ Profile, email }: User): string {
  return `${Profile.firstname} ${Profile.lastname}`.trim() || email;
}
