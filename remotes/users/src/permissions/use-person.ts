import { usePermission } from '@outrider/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { nameOf, type User } from '../api/user';
import { listUsers, usersTable } from '../api/users-list';

/** How many users are suggested. */
const mostSuggested = 8;

/** The user whom a name or an address means, and those who fit what is typed so far. */
export function usePerson(typed: string): { person: User | undefined; email: string; suggested: User[] } {
  const mayList = usePermission('listUsers');
  const wanted = typed.trim().toLocaleLowerCase();
  const { data } = useQuery({
    queryKey: [usersTable, 'person', wanted], enabled: mayList && wanted.length > 1, staleTime: 60_000, placeholderData: keepPreviousData,
    queryFn: ({ signal }) => listUsers({ page: 1, size: mostSuggested, sort: [], q: wanted, filters: [] }, signal),
  });
  const suggested = data?.rows ?? [];
  const named = suggested.filter((user) => nameOf(user).toLocaleLowerCase() === wanted);
  const person = suggested.find(({ email }) => email === wanted) ?? (named.length === 1 ? named[0] : undefined);
  return { person, email: person?.email ?? (wanted.includes('@') ? wanted : ''), suggested };
}
