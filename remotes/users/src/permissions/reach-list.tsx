import { Empty, Failure, Icon, IconButton, Loading, useText, type TextKey } from '@outrider/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { getReach, type Reachable, type ReachPage } from '../api/permissions';
import { useRoleName } from '../people/roles';

import './permissions.css';

/** Who may do something with a thing, and why: found by name, page by page. */
export function ReachList({ permission, thing }: { permission: string; thing: Reachable }) {
  const t = useText('users');
  const [typed, setTyped] = useState('');
  const [page, setPage] = useState(1);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['reach', permission, thing, typed, page], staleTime: 0, placeholderData: keepPreviousData,
    queryFn: ({ signal }) => getReach(permission, thing, typed, page, signal),
  });
  return (
    <div className="perm-reach" aria-busy={isPlaceholderData || (!data && !error)}>
      <div role="status"><h3>{data ? t('why.reach', { name: thing.name, count: data.total_records }) : thing.name}</h3></div>
      <label className="field perm-search">
        <Icon name="search" small />
        <input
          type="search" aria-label={t('people.search')} placeholder={t('people.search')} value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setPage(1);
          }}
        />
      </label>
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Loading rows={4} /> : null}
      {data && !error ? <Found found={data} /> : null}
      {data && data.page_count > 1 ? <Pages page={page} of={data.page_count} onPage={setPage} /> : null}
    </div>
  );
}

function Found({ found }: { found: ReachPage }) {
  const t = useText('users');
  const roleName = useRoleName();
  if (found.users.length === 0) {
    return <Empty icon="users" title={t('why.nobody')} />;
  }
  return (
    <ul className="perm-users">
      {found.users.map(({ id, name, email, Role, by, user_group }) => (
        <li key={id} className="row">
          <span className="grow perm-reacher">
            <b className="ell">{name || email}</b>
            <small className="t2 ell">{email}</small>
          </span>
          <span className="t2 s12 perm-by">{t(`why.by.${by}` as TextKey<'users'>, { role: roleName(Role.name), group: user_group })}</span>
        </li>
      ))}
    </ul>
  );
}

function Pages({ page, of, onPage }: { page: number; of: number; onPage: (page: number) => void }) {
  const t = useText('users');
  return (
    <div className="row perm-pages">
      <IconButton label={t('why.previous')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <Icon name="chevron-left" small />
      </IconButton>
      <span className="t2 s12">{t('why.page', { page, of })}</span>
      <IconButton label={t('why.next')} disabled={page >= of} onClick={() => onPage(page + 1)}>
        <Icon name="chevron-right" small />
      </IconButton>
    </div>
  );
}
