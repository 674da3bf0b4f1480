import { useMemo } from 'react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';

import { contactsKey, getContacts, getTags, pageSize, type Contact, type ContactQuery } from '../api/contacts';
import { getLists } from '../api/lists';
import { entryOf, entryOfList, type Entry } from './entry';

/** The entries of pages that were made before: the next page does not make those of all others anew. */
const made = new WeakMap<readonly Contact[], Entry[]>();

function entriesOf(contacts: readonly Contact[]): Entry[] {
  const entries = made.get(contacts) ?? contacts.map(entryOf);
  made.set(contacts, entries);
  return entries;
}

/** The lists and contacts that a query finds, page by page; a failed one is an empty list. */
export function usePeople(query: ContactQuery, showLists: boolean) {
  const { search } = query;
  const pages = useInfiniteQuery({
    queryKey: [...contactsKey, 'people', query],
    queryFn: ({ pageParam, signal }) => getContacts(query, pageParam, signal),
    structuralSharing: false, // it would compare all pages with each other at every one that comes
    initialPageParam: 1,
    getNextPageParam: (last, all) => (all.length * pageSize < last.total ? all.length + 1 : undefined),
    placeholderData: keepPreviousData,
  });
  const lists = useLists();
  const entries = useMemo(() => {
    const words = search.trim().toLocaleLowerCase().split(/\s+/);
    const found = showLists ? (lists.data ?? []).filter(({ name }) => words.every((word) => name.toLocaleLowerCase().includes(word))).map(entryOfList) : [];
    return [...found, ...(pages.data?.pages.flatMap(({ contacts }) => entriesOf(contacts)) ?? [])];
  }, [pages.data, lists.data, showLists, search]);
  return { entries: entries satisfies Entry[], total: pages.data?.pages[0]?.total ?? 0, pages };
}

export function useLists() {
  return useQuery({ queryKey: [...contactsKey, 'lists'], queryFn: ({ signal }) => getLists(signal) });
}

export function useTags() {
  return useQuery({ queryKey: [...contactsKey, 'tags'], queryFn: ({ signal }) => getTags(signal) });
}
