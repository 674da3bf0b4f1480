import { ApiError, confirm, Empty, Failure, Icon, IconButton, Loading, toast, usePermission, useText } from '@outrider/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { contactsKey, removeTag, renameTag } from '../api/contacts';
import { useTags } from '../people/use-people';
import { Rename } from './lists-tab';

/** The tags that contacts have: renamed, put together, removed from all. */
export function TagsTab() {
  const t = useText('contacts');
  const client = useQueryClient();
  const may = usePermission('modifyExternalContact');
  const { data, error, refetch } = useTags();
  const { mutate, isPending } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onError: (failed) => toast(failed instanceof ApiError ? failed.message : t('failed'), 'error'),
    onSettled: () => void client.invalidateQueries({ queryKey: contactsKey }),
  });
  if (!data) {
    return error ? <Failure error={error} onRetry={() => void refetch()} /> : <Loading rows={4} />;
  }
  if (data.tags.length === 0) {
    return <Empty icon="flag" title={t('noTags')}>{t('noTagsText')}</Empty>;
  }
  const remove = async (name: string, count: number) => {
    if (await confirm({ title: t('removeTagQuestion', { count, name }), confirm: t('remove'), tone: 'danger' })) mutate(() => removeTag(name));
  };
  return (
    <ul className="ct-rows">
      {data.tags.map(({ name, count }) => (
        <li key={name} className="ct-line">
          <Rename key={name} value={name} label={t('renameOf', { name })} disabled={!may || isPending} onRename={(next) => mutate(() => renameTag(name, next))} />
          <span className="s12 t2">{t('people', { count })}</span>
          <IconButton disabled={!may || isPending} label={t('removeTagOf', { tag: name })} onClick={() => void remove(name, count)}>
            <Icon name="trash" small />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
