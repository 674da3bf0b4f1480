import type { Recipient } from '@outrider/sdk';

import type { Contact } from '../api/contacts';
import type { List } from '../api/lists';
import { fullName } from './short-name';

/** A line of a list of people: a contact, or a distribution list. */
export interface Entry {
  kind: Recipient['kind'];
  id: string;
  name: string;
  email: string;
  contact?: Contact;
  list?: List;
}

export const entryOf = (contact: Contact): Entry => ({ kind: contact.type === 'Internal' ? 'user' : 'contact', id: contact.id, name: fullName(contact), email: contact.email, contact });

export const entryOfList = (list: List): Entry => ({ kind: 'list', id: list.id, name: list.name, email: '', list });

/** How many people an entry stands for. */
export const peopleIn = ({ list }: Entry): number => list?.members.length ?? 1;

/** What tells entries apart. */
export const keyOf = ({ kind, id }: Pick<Entry, 'kind' | 'id'>): string => `${kind} ${id}`;
