import { Icon, useText, type TextKey } from '@outrider/sdk';
import type { MouseEvent } from 'react';

import { peopleIn, type Entry } from './entry';
import { initials, shortName } from './short-name';

interface PersonRowProps {
  id: string;
  entry: Entry;
  isMarked: boolean;
  isCurrent: boolean;
  /** Where it stands in its list, in pixels. */
  top: number;
  place: { at: number; of: number };
  onClick: (event: MouseEvent) => void;
  onTake: () => void;
  takeLabel: string;
}

/** One line: who, by which address, and what they are. */
export function PersonRow({ id, entry, isMarked, isCurrent, top, place, onClick, onTake, takeLabel }: PersonRowProps) {
  const t = useText('contacts');
  const { kind, name, email, contact } = entry;
  const kindText = t(kind === 'user' ? 'user' : kind === 'list' ? 'list' : 'external');
  const note = contact?.tags[0] ?? (contact?.role ? t(`role.${contact.role}` as TextKey<'contacts'>, { defaultValue: contact.role }) : '');
  return (
    // The keys are those of the list around it.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isMarked}
      aria-setsize={place.of}
      aria-posinset={place.at}
      className={`ct-row${isMarked ? ' marked' : ''}${isCurrent ? ' current' : ''}`}
      style={{ top }}
      title={takeLabel}
      onClick={onClick}
      onDoubleClick={onTake}
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
}
