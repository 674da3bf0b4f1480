import { get } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

const userSchema = z.object({
  id: z.string(),
  email: z.string().catch(''),
  disabled: z.boolean().catch(false),
  Profile: z.object({ firstname: z.string().catch(''), lastname: z.string().catch('') }).nullish(),
});

/** Somebody of the organisation. */
export interface Person {
  id: string;
  name: string;
  email: string;
}

/** The people of the organisation that can sign in, by name. */
export async function getPeople(signal: AbortSignal): Promise<Person[]> {
  const users = await get('/org/{orgId}/users/verbose', z.array(userSchema), { signal });
  return users
    .filter(({ disabled }) => !disabled)
    .map(({ id, email, Profile }) => ({ id, email, name: [Profile?.firstname, Profile?.lastname].filter(Boolean).join(' ') || email }))
    .sort((a, b) => a.name.localeCompare(b.name));
}
