import { ApiError, Button, Icon, toast, usePermission, useText } from '@outrider/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { contactsKey, removeContacts, tagContacts } from '../api/contacts';
import { saveList } from '../api/lists';
import type { Entry } from '../people/entry';
import { useLists, useTags } from '../people/use-people';
import { askToRemove } from './ask-to-remove';

/** What can be done with the people who are selected: tag them, put them on a list, remove the external ones. */
export function SelectedActions({ selected, onDone }: { selected: readonly Entry[]; onDone: (kept: Entry[]) => void }) {
  const t = useText('contacts');
  const client = useQueryClient();
  const mayModify = usePermission('modifyExternalContact');
  const mayDelete = usePermission('deleteExternalContact');
  const lists = useLists();
  const tags = useTags();
  const external = selected.filter(({ kind }) => kind === 'contact');
  const ids = external.map(({ id }) => id);
  const { mutate, isPending } = useMutation({
    mutationFn: (act: () => Promise<string>) => act(),
    onSuccess: (said) => toast(said),
    onError: (error) => toast(error instanceof ApiError ? error.message : t('failed'), 'error'),
    onSettled: () => void client.invalidateQueries({ queryKey: contactsKey }),
  });
  const remove = async () => {
    if (external.length === 0) {
      toast(t('noneRemovable'), 'error');
      return;
    }
    if (await askToRemove(t, selected)) {
      mutate(async () => {
        const { removed } = await removeContacts(ids);
        onDone(selected.filter(({ kind }) => kind !== 'contact'));
        return t('removed', { count: removed });
      });
    }
  };
  return (
    <div className="ct-acts">
      <select
        className="chip"
        aria-label={t('tagThem')}
        value=""
        disabled={!mayModify || external.length === 0 || isPending}
        onChange={({ target }) => {
          const tag = target.value;
          mutate(async () => t('tagged', { count: (await tagContacts(ids, [tag])).changed }));
        }}
      >
        <option value="">{t('tagThem')}</option>
        {tags.data?.tags.map(({ name }) => <option key={name}>{name}</option>)}
      </select>
      <select
        className="chip"
        aria-label={t('addToList')}
        value=""
        disabled={!mayModify || selected.length === 0 || isPending}
        onChange={({ target }) => {
          const list = lists.data?.find(({ id }) => id === target.value);
          if (!list) return;
          const fresh = selected.map(({ kind, id }) => ({ kind: kind === 'user' ? ('user' as const) : ('contact' as const), id }));
          mutate(async () => {
            const saved = await saveList(list.id, { name: list.name, members: [...list.members, ...fresh] });
            return t('listSaved', { name: saved.name });
          });
        }}
      >
        <option value="">{t('addToList')}</option>
        {lists.data?.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
      </select>
      <Button size="small" tone="danger" disabled={!mayDelete || selected.length === 0 || isPending} onClick={() => void remove()}>
        <Icon name="trash" small />
        {t('removeCount', { count: external.length })}
      </Button>
      {external.length < selected.length ? <p className="s12 t2">{t('someStay', { count: external.length })}</p> : null}
    </div>
  );
}
