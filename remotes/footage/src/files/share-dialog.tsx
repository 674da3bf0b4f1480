import { Empty, Failure, Icon, Loading, shellInfo, usePermission, useText } from '@outrider/sdk';
import { Modal } from '@outrider/sdk/modal';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Fileset } from '../api/filesets';
import { getPeople } from '../api/users';
import { useSharing } from './use-sharing';

interface ShareDialogProps {
  fileset: Fileset;
  onClose: () => void;
  onChanged: () => void;
}

/** Who sees a fileset besides those who see its vehicle: each box shares at once, or no longer; one that was refused goes back. */
export function ShareDialog({ fileset, onClose, onChanged }: ShareDialogProps) {
  const t = useText('footage');
  const mayList = usePermission('listUsers');
  const people = useQuery({ queryKey: ['people'], queryFn: ({ signal }) => getPeople(signal), enabled: mayList, staleTime: 60_000 });
  const [search, setSearch] = useState('');
  const { shared, busy, share } = useSharing(fileset, onChanged);
  const wanted = search.trim().toLocaleLowerCase();
  const own = shellInfo()?.session.user.id;
  const shown = (people.data ?? []).filter(({ id, name, email }) => id !== own && `${name} ${email}`.toLocaleLowerCase().includes(wanted));
  return (
    <Modal title={t('files.shareTitle', { name: fileset.description })} hint={t('files.shareText')} width="sm" onClose={onClose}>
      {!mayList ? <Empty icon="lock" title={t('files.mayNotListUsers')} /> : people.isPending ? <Loading rows={6} /> : people.isError ? <Failure error={people.error} onRetry={() => void people.refetch()} /> : (
        <>
          <div className="field files-people-search">
            <Icon name="search" small />
            <input type="search" aria-label={t('files.searchPeople')} placeholder={t('files.searchPeople')} value={search} onChange={(event) => setSearch(event.target.value)} />
          </div>
          <ul className="files-people">
            {shown.map(({ id, name, email }) => (
              <li key={id}>
                <label>
                  <input type="checkbox" checked={shared.has(id)} aria-busy={busy.has(id)} onChange={(event) => void share(id, event.target.checked)} />
                  <span className="grow"><b className="ell">{name}</b><span className="s12 t2 ell">{email}</span></span>
                  {shared.has(id) ? <span className="files-shared">{t('files.shared')}</span> : null}
                </label>
              </li>
            ))}
          </ul>
          {shown.length === 0 ? <Empty icon="search" title={t('files.nobody')} /> : null}
        </>
      )}
    </Modal>
  );
}
