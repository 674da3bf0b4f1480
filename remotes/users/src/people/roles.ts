import { usePermission, useSession, useText, type TextKey } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { getRoles, rolesKey, type Role } from '../api/roles';
import type { User } from '../api/user';

/** The given roles, the most powerful first. */
export const roles = ['SYS_ADMIN', 'SUPPORT_ADMIN', 'SUPPORT_LEAD', 'ORG_ADMIN', 'GROUP_ADMIN', 'FLEET_MANAGER', 'GEOTAB_USER', 'THIRD_PARTY_USER', 'DRIVER'] as const;

/** The last role that administers others. */
const lastAdministrator = roles.indexOf('GROUP_ADMIN');

/** The roles that somebody with `own` may change and give: their own rank and those below, for administrators. The server decides anew. */
export function rolesWithin(own: string): readonly string[] {
  const rank = roles.indexOf(own as (typeof roles)[number]);
  return rank >= 0 && rank <= lastAdministrator ? roles.slice(rank) : [];
}

/** By what a user's role is asked for: the id of one of the organisation's own, or a given one's name. */
export function roleKeyOf({ Role }: Pick<User, 'Role'>): string {
  return Role.own ?? Role.name;
}

/** The organisation's own roles, read once the page needs them. */
export function useOwnRoles(): Role[] {
  const mayList = usePermission('listUsers');
  const { data } = useQuery({ queryKey: rolesKey, queryFn: ({ signal }) => getRoles(signal), enabled: mayList });
  return useMemo(() => (data ?? []).filter(({ base }) => base !== undefined), [data]);
}

/** The roles that the user may give, with their names; the organisation's own follow what they are based on. */
export function useRoleOptions(): { value: string; label: string }[] {
  const { user } = useSession();
  return useOptions(useMemo(() => rolesWithin(user.Role.name), [user.Role.name]));
}

/** All roles, for filters. */
export function useAllRoles(): { value: string; label: string }[] {
  return useOptions(roles);
}

function useOptions(given: readonly string[]): { value: string; label: string }[] {
  const t = useText('users');
  const own = useOwnRoles();
  return useMemo(
    () =>
      given.flatMap((value) => [
        { value, label: t(`role.${value}` as TextKey<'users'>) },
        ...own.filter(({ base }) => base === value).map(({ name, label }) => ({ value: name, label: label ?? name })),
      ]),
    [given, own, t],
  );
}

/** What a role is called: a given one's name in the user's language, or that of one of the organisation's own. */
export function useRoleName(): (role: string) => string {
  const t = useText('users');
  const own = useOwnRoles();
  return (role) => own.find(({ name }) => name === role)?.label ?? t(`role.${role}` as TextKey<'users'>, { defaultValue: role });
}
