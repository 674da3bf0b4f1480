import { useText, type Translate } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { getPermissionsOf, type PermissionsOf } from '../api/permissions';
import { getRoles, rolesKey, type Role } from '../api/roles';
import { roleColumn, usersColumn, type Column } from './staged';
import { useEditableRoles } from './use-editable-roles';
import type { Who } from './who-panel';

/** Users have a column each up to so many; more have one together. */
const mostColumns = 12;

/** The columns of the matrix for whom is edited; undefined while they are loading. */
export function useColumns(who: Who): { columns: Column[] | undefined; excluded: number; emails: string[]; error: Error | null; refetch: () => unknown } {
  const t = useText('users');
  const editable = useEditableRoles();
  const ids = who.users.map(({ id }) => id);
  const isRole = who.by === 'role';
  const isChosen = who.by === 'users' ? ids.length > 0 : who.by === 'group' && who.node !== '';
  const roles = useQuery({ queryKey: rolesKey, queryFn: ({ signal }) => getRoles(signal), enabled: isRole, staleTime: 0 });
  const people = useQuery({
    queryKey: ['permissions', who.by, who.role, who.node, ids], enabled: !isRole && isChosen, staleTime: 0,
    queryFn: ({ signal }) => getPermissionsOf(who.by === 'users' ? { users: ids, role: who.role } : { node: who.node, role: who.role }, signal),
  });
  const roleColumns = useMemo(() => roles.data && editable.map(({ value, label }) => roleColumnOf(value, label, roles.data)), [roles.data, editable]);
  const peopleColumns = useMemo(() => people.data && columnsOf(people.data, who, t), [people.data, who, t]);
  if (isRole) {
    return { columns: roleColumns, excluded: 0, emails: [], error: roles.error, refetch: roles.refetch };
  }
  return {
    columns: isChosen ? peopleColumns : [], excluded: people.data?.excluded ?? 0, emails: people.data?.users.map(({ email }) => email) ?? [],
    error: people.error, refetch: people.refetch,
  };
}

/** A role of the organisation's own is compared with what it is based on, as that is by default. */
function roleColumnOf(value: string, label: string, roles: Role[]): Column {
  const role = roles.find(({ name }) => name === value);
  return roleColumn(value, label, role?.permissions ?? [], role?.base);
}

function columnsOf({ users }: PermissionsOf, who: Who, t: Translate<'users'>): Column[] {
  if (users.length === 0) {
    return [];
  }
  if (who.by === 'group') {
    return [usersColumn('group', t('bulk.users', { count: users.length }), users, { node: who.node, role: who.role })];
  }
  if (users.length > mostColumns) {
    return [usersColumn('users', t('bulk.users', { count: users.length }), users, { users: users.map(({ id }) => id), role: who.role })];
  }
  return users.map((user) => usersColumn(user.id, user.name || user.email, [user], { users: [user.id], role: who.role }));
}
