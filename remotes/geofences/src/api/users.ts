import { get } from '@outrider/sdk';
import * as z from '@outrider/sdk/schema';

const text = z.string().nullish().transform((v) => v ?? '');
const userSchema = z.object({ id: z.string(), email: z.string(), disabled: z.boolean().catch(false), Profile: z.object({ firstname: text, lastname: text }).nullish() });

/** Users to share with, by their names. */
export async function getUsers(signal: AbortSignal): Promise<{ value: string; label: string }[]> {
  const users = await get('/org/{orgId}/users/verbose', z.array(userSchema), { signal });
  return users
    .filter(({ disabled }) => !disabled)
    .map(({ id, email, Profile }) => ({ value: id, label: `${Profile?.firstname ?? ''} ${Profile?.lastname ?? ''}`.trim() || email }))
    .sort((a, b) => a.label.localeCompare(b.label));
}
