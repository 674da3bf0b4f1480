import { ApiError, Button, Icon, toast, usePermission, useText } from '@outrider/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';

import { contactsKey, getUsage, removeContacts, saveContact, type Contact, type Draft } from '../api/contacts';
import { entryOf, type Entry } from '../people/entry';
import { askToRemove } from './ask-to-remove';
import { ContactFields, problemsOf } from './contact-fields';
import { ListChecks } from './list-checks';
import { UsedIn } from './used-in';

interface ContactFormProps {
  /** Undefined while nobody is chosen. */
  contact: Contact | 'new' | undefined;
  /** With the contact once it is saved. */
  onDone: (saved?: Entry) => void;
  onRemoved?: (id: string) => void;
  /** A page behind the dialog was opened. */
  onLeave: () => void;
}

const empty: Draft = { firstName: '', lastName: '', email: '', telephone: '', mobile: '', tags: [] };

/** One contact: to look at, or to change or remove with the permissions; a new one without an id. */
export function ContactForm({ contact, onDone, onRemoved, onLeave }: ContactFormProps) {
  const t = useText('contacts');
  const tSdk = useText();
  const client = useQueryClient();
  const isNew = contact === 'new';
  const known = isNew ? undefined : contact;
  const may = usePermission(isNew ? 'createExternalContact' : 'modifyExternalContact');
  const mayRemove = usePermission('deleteExternalContact') && known !== undefined && known.type !== 'Internal';
  const stored = known ?? empty;
  const [draft, setDraft] = useState<Draft>(stored);
  const [refused, setRefused] = useState<Record<string, string>>({});
  const { data: usage } = useQuery({ queryKey: [...contactsKey, 'usage', known?.id], queryFn: ({ signal }) => getUsage([known?.id ?? ''], signal), enabled: known !== undefined });
  const { mutate, isPending } = useMutation({
    mutationFn: () => saveContact(known?.id, draft),
    onSuccess: (saved) => {
      toast(t(isNew ? 'created' : 'updated'));
      onDone(entryOf(saved));
    },
    onError: (error) => {
      const fields = error instanceof ApiError ? error.errors : [];
      setRefused(Object.fromEntries(fields.map(({ location, message }) => [location.split('.').at(-1) ?? '', message])));
      toast(error instanceof ApiError ? error.message : t('failed'), 'error');
    },
    onSettled: () => void client.invalidateQueries({ queryKey: contactsKey }),
  });
  const removal = useMutation({
    mutationFn: (id: string) => removeContacts([id]),
    onSuccess: ({ removed }, id) => {
      toast(t('removed', { count: removed }));
      onRemoved?.(id);
    },
    onError: (error) => toast(error instanceof ApiError ? error.message : t('failed'), 'error'),
    onSettled: () => void client.invalidateQueries({ queryKey: contactsKey }),
  });
  const remove = async (one: Contact) => {
    if (await askToRemove(t, [entryOf(one)])) removal.mutate(one.id);
  };
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isNew) form.current?.querySelector('input')?.focus(); // on a phone it is far below
  }, [isNew]);
  if (!contact) {
    return <aside className="ct-form"><p className="t2">{t('chooseOne')}</p></aside>;
  }
  const isReadOnly = !may || known?.type === 'Internal';
  const problems = problemsOf(t, draft);
  const isChanged = isNew || JSON.stringify(draft) !== JSON.stringify(stored);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <form ref={form} className="ct-form" noValidate aria-label={t(isNew ? 'add' : 'editTitle')} onSubmit={submit}>
      <h3>
        <span className="grow">{t(isNew ? 'add' : isReadOnly ? 'viewTitle' : 'editTitle')}</span>
        <span className="chip"><Icon name={known?.type === 'Internal' ? 'user' : 'external'} small />{t(known?.type === 'Internal' ? 'user' : 'external')}</span>
      </h3>
      <ContactFields
        draft={draft}
        problems={{ ...problems, ...refused }}
        showAll={!isNew}
        readOnly={isReadOnly}
        onChange={(next) => {
          setDraft(next);
          setRefused({});
        }}
      />
      {known ? <ListChecks contact={known} /> : null}
      {usage && usage.length > 0 ? <UsedIn usage={usage} onLeave={onLeave} /> : null}
      <div className="row">
        {mayRemove && known ? (
          <Button size="large" variant="quiet" tone="danger" className="ct-remove" disabled={removal.isPending} onClick={() => void remove(known)}>
            <Icon name="trash" small />
            {t('remove')}
          </Button>
        ) : null}
        <span className="grow" />
        {isReadOnly ? null : (
          <>
            <Button size="large" onClick={() => onDone()}>{tSdk('action.cancel')}</Button>
            <Button size="large" type="submit" variant="primary" disabled={isPending || Object.keys(problems).length > 0 || !isChanged}>{t(isNew ? 'create' : 'update')}</Button>
          </>
        )}
      </div>
    </form>
  );
}
