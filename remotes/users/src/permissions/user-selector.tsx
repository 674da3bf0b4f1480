import { useText } from '@outrider/sdk';
import { Modal } from '@outrider/sdk/modal';
import { chosenRows, DataTable, type BulkAction } from '@outrider/sdk/table';
import { useMemo } from 'react';

import type { User } from '../api/user';
import { listUsers } from '../api/users-list';
import { useUserColumns } from '../people/user-columns';

const keyOf = ({ id }: User) => id;
const fetchPage = (query: Parameters<typeof listUsers>[0], signal?: AbortSignal) => listUsers(query, signal);

/** A dialog in which users are searched, filtered and chosen. */
export function UserSelector({ onChoose, onClose }: { onChoose: (users: User[]) => void; onClose: () => void }) {
  const t = useText('users');
  const columns = useUserColumns();
  const actions = useMemo<BulkAction<User>[]>(
    () => [{ id: 'choose', label: t('perm.chooseThese'), icon: 'check', run: async (selection) => onChoose(await chosenRows<User>(selection, keyOf, fetchPage)) }],
    [t, onChoose],
  );
  return (
    <Modal title={t('perm.chooseUsers')} width="md" onClose={onClose}>
      <div className="perm-selector">
        <DataTable<User>
          id="user-selector"
          label={t('perm.chooseUsers')}
          columns={columns}
          rowKey={keyOf}
          fetchPage={fetchPage}
          sort="name"
          address={false}
          sizes={false}
          exportable={false}
          searchLabel={t('people.search')}
          onOpen={(user) => onChoose([user])}
          bulkActions={actions}
        />
      </div>
    </Modal>
  );
}
