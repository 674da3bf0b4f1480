import type { Recipient } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { contactsKey, resolve } from '../api/contacts';
import { keyOf, type Entry } from '../people/entry';
import { useLists } from '../people/use-people';

/** Who is meant by recipients now, by their keys; empty until it is known. */
export function useResolved(value: readonly Recipient[]) {
  const asked = value.map(keyOf);
  const { data } = useQuery({ queryKey: [...contactsKey, 'resolved', asked], queryFn: ({ signal }) => resolve(value, signal), enabled: value.length > 0 });
  return useMemo(() => new Map(data?.map((one) => [`${one.kind} ${one.id}`, one])), [data]);
}

/** Completes what a form keeps of its recipients: the address of each, the people of lists. */
export function useCompleted(value: readonly Recipient[]): (entry: Entry) => Entry {
  const resolved = useResolved(value);
  const lists = useLists();
  return useMemo(() => {
    const listed = new Map(lists.data?.map((one) => [one.id, one]));
    return (entry) => {
      const list = entry.kind === 'list' ? listed.get(entry.id) : undefined;
      const email = entry.email || resolved.get(keyOf(entry))?.people[0]?.email || '';
      return entry.contact || entry.list ? entry : entry.kind === 'list' ? { ...entry, ...(list ? { list } : {}) } : { ...entry, email };
    };
  }, [resolved, lists.data]);
}
