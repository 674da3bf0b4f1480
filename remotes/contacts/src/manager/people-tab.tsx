import { Button, Icon, usePermission, useText } from '@outrider/sdk';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';

import type { Contact } from '../api/contacts';
import { entryOf, type Entry } from '../people/entry';
import { everything, PeopleFilter, queryOf } from '../people/people-filter';
import { fullName } from '../people/short-name';
import { TwoLists } from '../people/two-lists';
import { ContactForm } from './contact-form';
import { SelectedActions } from './selected-actions';

/** All people on one side, those that something is to be done with on the other, and one to look at or change beside them; at first perhaps a given one. */
export function PeopleTab({ first, onLeave }: { first?: Contact; onLeave: () => void }) {
  const t = useText('contacts');
  const mayCreate = usePermission('createExternalContact');
  const [shown, setShown] = useState({ ...everything, search: first ? fullName(first) : '' });
  const [selected, setSelected] = useState<Entry[]>([]);
  const [edited, setEdited] = useState<Entry | 'new' | undefined>(first && entryOf(first));
  const [isEditing, setEditing] = useState(first !== undefined);
  const edit = useCallback((entry: Entry) => {
    if (entry.contact) {
      setEdited(entry);
      setEditing(true);
    }
  }, []);
  const select = useCallback(
    (next: Entry[]) => {
      setSelected(next);
      const added = next.find((one) => !selected.includes(one));
      if (isEditing && added?.contact) setEdited(added);
    },
    [isEditing, selected],
  );
  const listed = useDeferredValue(shown); // letters that are typed do not wait for the lists
  const query = useMemo(() => queryOf(listed), [listed]);
  const actions = useMemo(() => <SelectedActions selected={selected} onDone={setSelected} />, [selected]);
  return (
    <>
      <div className="ct-tools">
        <PeopleFilter shown={shown} onChange={setShown} />
        <span className="grow" />
        <Button variant={isEditing ? 'soft' : 'secondary'} aria-pressed={isEditing} onClick={() => setEditing(!isEditing)}>
          <Icon name="edit" small />
          {t('edit')}
        </Button>
        <Button
          disabled={!mayCreate}
          onClick={() => {
            setEdited('new');
            setEditing(true);
          }}
        >
          <Icon name="plus" small />
          {t('add')}
        </Button>
      </div>
      <div className={isEditing ? 'ct-panes with-form' : 'ct-panes'}>
        <TwoLists query={query} showLists={false} showPeople={listed.users || listed.external} selected={selected} onSelect={select} onEdit={edit}>
          {actions}
        </TwoLists>
        {isEditing ? (
          <ContactForm
            key={edited === 'new' ? 'new' : edited?.id}
            contact={edited === 'new' ? 'new' : edited?.contact}
            onDone={(saved) => {
              if (saved) setSelected(selected.map((one) => (one.contact && one.id === saved.id ? saved : one)));
              setEdited(undefined);
            }}
            onLeave={onLeave}
            onRemoved={(id) => {
              setSelected(selected.filter((one) => one.id !== id));
              setEdited(undefined);
            }}
          />
        ) : null}
      </div>
      <div className="hints ct-keys">
        <span><kbd className="kbd">↑</kbd><kbd className="kbd">↓</kbd> {t('keys.move')}</span>
        <span><kbd className="kbd">{t('keys.spaceKey')}</kbd> {t('keys.mark')}</span>
        <span><kbd className="kbd">Ctrl</kbd> {t('keys.range')}</span>
        <span><kbd className="kbd">Enter</kbd> {t('keys.select')}</span>
        <span><kbd className="kbd">E</kbd> {t('keys.edit')}</span>
      </div>
    </>
  );
}
