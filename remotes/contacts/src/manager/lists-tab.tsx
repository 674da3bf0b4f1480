import { ApiError, Button, confirm, Empty, Failure, Icon, IconButton, Loading, toast, usePermission, useText } from '@outrider/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';

import { contactsKey, getUsage } from '../api/contacts';
import { removeList, saveList, type List } from '../api/lists';
import { useLists } from '../people/use-people';
import { usageText } from './usage-text';

/** The distribution lists: new, renamed, deleted. Who is on one is said with each person. */
export function ListsTab() {
  const t = useText('contacts');
  const client = useQueryClient();
  const may = usePermission('modifyExternalContact');
  const { data, error, refetch } = useLists();
  const [name, setName] = useState('');
  const { mutate, isPending } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onError: (failed) => toast(failed instanceof ApiError ? failed.message : t('failed'), 'error'),
    onSettled: () => void client.invalidateQueries({ queryKey: contactsKey }),
  });
  if (!data) {
    return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading rows={4} />;
  }
  const remove = async (list: List) => {
    const usage = await getUsage([list.id]).catch(() => []);
    if (await confirm({ title: t('deleteList', { name: list.name }), text: usageText(t, usage), confirm: t('delete'), tone: 'danger' })) mutate(() => removeList(list.id));
  };
  const add = (event: FormEvent) => {
    event.preventDefault();
    mutate(async () => {
      await saveList(undefined, { name, members: [] });
      setName('');
    });
  };
  return (
    <>
      {data.length === 0 ? <Empty icon="users" title={t('noLists')}>{t('noListsText')}</Empty> : null}
      {data.length > 0 ? (
        <ul className="ct-rows">
          {data.map((list) => (
            <li key={list.id} className="ct-line">
              <span className="ct-face list"><Icon name="users" small /></span>
              <Rename key={list.name} value={list.name} label={t('renameOf', { name: list.name })} disabled={!may || isPending} onRename={(next) => mutate(() => saveList(list.id, { ...list, name: next }))} />
              <span className="s12 t2">{t('people', { count: list.members.length })}</span>
              <IconButton disabled={!may || isPending} label={t('deleteOf', { name: list.name })} onClick={() => void remove(list)}>
                <Icon name="trash" small />
              </IconButton>
            </li>
          ))}
        </ul>
      ) : null}
      <form className="row ct-line" onSubmit={add}>
        <input aria-label={t('newList')} placeholder={t('newList')} maxLength={100} value={name} disabled={!may} onChange={(event) => setName(event.target.value)} />
        <Button type="submit" disabled={!may || isPending || name.trim() === ''}>
          <Icon name="plus" small />
          {t('create')}
        </Button>
      </form>
    </>
  );
}

/** A name that is changed in place: kept when the field is left or by Enter. */
export function Rename({ value, label, disabled, onRename }: { value: string; label: string; disabled: boolean; onRename: (name: string) => void }) {
  const [text, setText] = useState(value);
  const keep = () => {
    const next = text.trim();
    if (next !== '' && next !== value) onRename(next);
    else setText(value);
  };
  return (
    <input
      className="grow"
      aria-label={label}
      maxLength={100}
      value={text}
      disabled={disabled}
      onChange={(event) => setText(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep();
        if (event.key === 'Escape') {
          event.stopPropagation();
          setText(value);
        }
      }}
    />
  );
}
