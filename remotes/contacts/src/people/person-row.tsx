import { Icon, useText, type TextKey } from '@outrider/sdk';
import { memo } from 'react';

import { peopleIn, type Entry } from './entry';
import { initials, shortName } from './short-name';

interface PersonRowProps {
  id: string;
  entry: Entry;
  isMarked: boolean;
  isCurrent: boolean;
  /** Where it stands in its list, in pixels. */
  top: number;
  /** Which one of the list it is, counted from 0, and how many that has. */
  place: number;
  of: number;
}

/** One line: who, by which address, and what they are. Clicks and keys are those of the list around it. */
export const PersonRow = memo(function PersonRow({ id, entry, isMarked, isCurrent, top, place, of }: PersonRowProps) {
  const t = useText('contacts');
  const { kind, name, email, contact } = entry;
  const kindText = t(kind === 'user' ? 'user' : kind === 'list' ? 'list' : 'external');
  const note = contact?.tags[0] ?? (contact?.role ? t(`role.${contact.role}` as TextKey<'contacts'>, { defaultValue: contact.role }) : '');
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isMarked}
      aria-setsize={of}
      aria-posinset={place + 1}
      data-place={place}
      className={`ct-row${isMarked ? ' marked' : ''}${isCurrent ? ' current' : ''}`}
      style={{ top }}
      title={t('move', { name })}
    >
      <span className={`ct-face ${kind}`} aria-hidden="true">{kind === 'list' ? <Icon name="users" small /> : initials(name)}</span>
      <span className="ct-words">
        <b className="ell">{shortName(name)}</b>
        <span className="s12 t2 ell">{kind === 'list' ? t('people', { count: peopleIn(entry) }) : email}</span>
      </span>
      <span className="ct-kind s12">
        <span className="row">
          <Icon name={kind === 'user' ? 'user' : kind === 'list' ? 'users' : 'external'} small />
          {kindText}
        </span>
        <span className="t2 ell">{note}</span>
      </span>
    </div>
  );
});
