import { useSession, useText } from '@outrider/sdk';

/** The roles, the most powerful first. */
export const roles = ['SYS_ADMIN', 'SUPPORT_ADMIN', 'SUPPORT_LEAD', 'ORG_ADMIN', 'GROUP_ADMIN', 'FLEET_MANAGER', 'GEOTAB_USER', 'THIRD_PARTY_USER', 'DRIVER'] as const;

/** The last role that administers others. */
const lastAdministrator = roles.indexOf('GROUP_ADMIN');

/** The roles that somebody with `own` may change and give: their own rank and those below, for administrators. The server decides anew. */
export function rolesWithin(own: string): readonly string[] {
  const rank = roles.indexOf(own as (typeof roles)[number]);
  return rank >= 0 && rank <= lastAdministrator ? roles.slice(rank) : [];
}

/** The roles that the user may give, with their names. */
export function useRoleOptions(): { value: string; label: string }[] {
  const { user } = useSession();
  const name = useRoleName();
  return rolesWithin(user.Role.name).map((value) => ({ value, label: name(value) }));
}

/** The name of a role in the user's language. */
export function useRoleName(): (role: string) => string {
  const t = useText('users');
  return (role) => t(`role.${role}`, { defaultValue: role });
}
