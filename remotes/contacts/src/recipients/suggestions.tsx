import { Icon, useText } from '@outrider/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';

import { contactsKey, getContacts } from '../api/contacts';
import { entryOf, entryOfList, peopleIn, type Entry } from '../people/entry';
import { initials, shortName } from '../people/short-name';
import { useLists } from '../people/use-people';

/** How many of each kind are offered. */
const offered = 8;

/** The lists and people whose names or addresses hold what is typed. */
export function useSuggestions(text: string): Entry[] {
  const search = useDeferredValue(text.trim());
  const lists = useLists();
  const { data } = useQuery({
    queryKey: [...contactsKey, 'found', search],
    queryFn: ({ signal }) => getContacts({ search, type: undefined, tag: undefined }, 1, signal),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
  if (search === '') {
    return [];
  }
  const found = (lists.data ?? []).filter(({ name }) => name.toLocaleLowerCase().includes(search.toLocaleLowerCase()));
  return [...found.slice(0, offered).map(entryOfList), ...(data?.contacts.slice(0, offered).map(entryOf) ?? [])];
}

interface SuggestionsProps {
  id: string;
  label: string;
  found: readonly Entry[];
  at: number;
  onTake: (entry: Entry) => void;
}

/** What typing has found, below the field. */
export function Suggestions({ id, label, found, at, onTake }: SuggestionsProps) {
  const t = useText('contacts');
  return (
    <div id={id} className="ct-suggest float" role="listbox" aria-label={label}>
      {found.map((entry, index) => (
        // The keys are those of the field above.
        // eslint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={`${entry.kind} ${entry.id}`}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className={index === at ? 'ct-option on' : 'ct-option'}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(entry)}
        >
          <span className={`ct-face ${entry.kind}`} aria-hidden="true">{entry.kind === 'list' ? <Icon name="users" small /> : initials(entry.name)}</span>
          <span className="grow ell">{shortName(entry.name)}</span>
          <span className="s12 t2 ell">{entry.kind === 'list' ? t('people', { count: peopleIn(entry) }) : entry.email}</span>
        </div>
      ))}
    </div>
  );
}
