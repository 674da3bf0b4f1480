import { ApiError, toast, usePermission, useText } from '@outrider/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { contactsKey, type Contact } from '../api/contacts';
import { saveList, type List } from '../api/lists';
import { useLists } from '../people/use-people';

/** The distribution lists, and whether somebody is on each. A change is kept at once. */
export function ListChecks({ contact }: { contact: Contact }) {
  const t = useText('contacts');
  const client = useQueryClient();
  const may = usePermission('modifyExternalContact');
  const { data } = useLists();
  const kind = contact.type === 'Internal' ? ('user' as const) : ('contact' as const);
  const isOn = ({ members }: List) => members.some((one) => one.kind === kind && one.id === contact.id);
  const { mutate, isPending } = useMutation({
    mutationFn: (list: List) =>
      saveList(list.id, { name: list.name, members: isOn(list) ? list.members.filter((one) => one.kind !== kind || one.id !== contact.id) : [...list.members, { kind, id: contact.id }] }),
    onError: (error) => toast(error instanceof ApiError ? error.message : t('failed'), 'error'),
    onSettled: () => void client.invalidateQueries({ queryKey: contactsKey }),
  });
  if (!data || data.length === 0) {
    return null;
  }
  return (
    <fieldset className="ct-checks">
      <legend className="label">{t('tab.lists')}</legend>
      {data.map((list) => (
        <label key={list.id}>
          <input type="checkbox" checked={isOn(list)} disabled={!may || isPending} onChange={() => mutate(list)} />
          <span className="grow ell">{list.name}</span>
          <span className="num t3">{list.members.length}</span>
        </label>
      ))}
    </fieldset>
  );
}
