import { Button, Icon, usePermission, useText, type Recipient } from '@outrider/sdk';
import { useDeferredValue, useMemo, useState } from 'react';

import { ContactForm } from '../manager/contact-form';
import { keyOf, peopleIn, type Entry } from '../people/entry';
import { PeopleDialog } from '../people/people-dialog';
import { everything, PeopleFilter, queryOf } from '../people/people-filter';
import { TwoLists } from '../people/two-lists';
import { useCompleted } from './use-resolved';

interface PickerDialogProps {
  value: readonly Recipient[];
  max: number;
  onSubmit: (entries: Entry[]) => void;
  onClose: () => void;
}

/** Chooses people and distribution lists: available on one side, selected on the other. */
export function PickerDialog({ value, max, onSubmit, onClose }: PickerDialogProps) {
  const t = useText('contacts');
  const tSdk = useText();
  const mayCreate = usePermission('createExternalContact');
  const [shown, setShown] = useState(everything);
  const [chosen, setSelected] = useState<Entry[]>(() => value.map(({ kind, id, name }) => ({ kind, id, name, email: kind === 'address' ? id : '' })));
  const completed = useCompleted(value);
  const selected = useMemo(() => chosen.map(completed), [chosen, completed]);
  const [isAdding, setAdding] = useState(false);
  const listed = useDeferredValue(shown); // letters that are typed do not wait for the lists
  const query = useMemo(() => queryOf(listed), [listed]);
  const people = selected.reduce((sum, one) => sum + peopleIn(one), 0);
  return (
    <PeopleDialog
      title={t('pick')}
      onClose={onClose}
      foot={
        <>
          {selected.length > max ? <span className="ct-wrong" role="alert">{t('tooMany', { max })}</span> : null}
          <span className="grow" />
          <Button size="large" onClick={onClose}>{tSdk('action.cancel')}</Button>
          <Button size="large" variant="primary" disabled={selected.length > max} onClick={() => onSubmit(selected)}>{t('submit', { count: people })}</Button>
        </>
      }
    >
      <div className="ct-tools">
        <PeopleFilter shown={shown} onChange={setShown} />
        <span className="grow" />
        <Button disabled={!mayCreate} onClick={() => setAdding(true)}>
          <Icon name="plus" small />
          {t('add')}
        </Button>
      </div>
      <div className={isAdding ? 'ct-panes with-form' : 'ct-panes'}>
        <TwoLists query={query} showLists={listed.tag === undefined} showPeople={listed.users || listed.external} selected={selected} onSelect={setSelected} />
        {isAdding ? (
          <ContactForm
            contact="new"
            onLeave={onClose}
            onDone={(saved) => {
              setAdding(false);
              if (saved && !selected.some((one) => keyOf(one) === keyOf(saved))) setSelected([...selected, saved]);
            }}
          />
        ) : null}
      </div>
    </PeopleDialog>
  );
}
