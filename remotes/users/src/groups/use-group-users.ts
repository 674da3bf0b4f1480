import type { ListQuery, TablePage } from '@outrider/sdk/table';
import { keepPreviousData, useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';

import type { User } from '../api/user';
import { listUsers } from '../api/users-list';

/** How many users of a group come at once. */
const pageSize = 100;

/** From how many users on a group's are searched. */
export const searchedFrom = 20;

const beginning = (id: string) => ({ id, typed: '', ticked: new Map<string, User>() as ReadonlyMap<string, User> });

/** The users of a group itself whose names or addresses have what is typed, page by page, and those that are ticked, found by the search or not. */
export function useGroupUsers(id: string) {
  const queryClient = useQueryClient();
  const [kept, setKept] = useState(beginning(id));
  const now = kept.id === id ? kept : beginning(id); // another group begins anew
  const q = useDeferredValue(now.typed.trim());
  const pages = useInfiniteQuery({
    queryKey: ['group-users', id, q],
    queryFn: ({ pageParam, signal }) => {
      const query: ListQuery = { page: pageParam, size: pageSize, sort: [{ field: 'name', falls: false }], q, filters: [{ field: 'node', op: 'eq', values: [id] }] };
      return listUsers(query, signal);
    },
    initialPageParam: 1,
    getNextPageParam: (last, all) => (all.length < last.pageCount ? all.length + 1 : undefined),
    placeholderData: (before, query) => (query?.queryKey[1] === id ? keepPreviousData(before) : undefined),
  });
  const rows = pages.data?.pages.flatMap((page) => page.rows);
  const all = queryClient.getQueryData<InfiniteData<TablePage<User>>>(['group-users', id, '']) ?? pages.data;
  const tick = (user: User) => {
    const ticked = new Map(now.ticked);
    if (!ticked.delete(user.id)) {
      ticked.set(user.id, user);
    }
    setKept({ ...now, ticked });
  };
  return {
    rows,
    /** All of the group, whatever is searched for. */
    total: all?.pages.at(-1)?.total ?? 0,
    typed: now.typed,
    setTyped: (typed: string) => setKept({ ...now, typed }),
    ticked: now.ticked,
    tick,
    untick: () => setKept({ ...now, ticked: new Map() }),
    /** Those of these ids that are shown or ticked. */
    find: (ids: readonly string[]) => ids.map((one) => now.ticked.get(one) ?? rows?.find((user) => user.id === one)).filter((user) => user !== undefined),
    pages,
  };
}

export type GroupUsersFound = ReturnType<typeof useGroupUsers>;
