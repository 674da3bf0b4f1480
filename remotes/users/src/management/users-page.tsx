import { Empty, Failure, Icon, Loading, useFormat, useText } from '@outrider/sdk';
import { BrowserRouter, useSearchParams } from '@outrider/sdk/router';
import { useQuery } from '@tanstack/react-query';

import { getUsers, nameOf, type User } from '../api/user';

import './users-page.css';

/** The users of the organisation. */
export function UsersPage() {
  return (
    <BrowserRouter>
      <UserList />
    </BrowserRouter>
  );
}

/** Everybody of the organisation, with a quick search that the address keeps. */
function UserList() {
  const t = useText('users');
  const [search, setSearch] = useSearchParams();
  const typed = search.get('q') ?? '';
  const { data, error, refetch } = useQuery({ queryKey: ['users'], queryFn: ({ signal }) => getUsers(signal) });
  const found = (data ?? []).filter((user) => matches(user, typed)).sort((a, b) => nameOf(a).localeCompare(nameOf(b)));

  return (
    <div className="people">
      <header className="people-head">
        <h1>{t('people.title')}</h1>
        {data ? <span className="t2 num">{found.length}</span> : null}
        <span className="grow" />
        <label className="field people-search">
          <Icon name="search" small />
          <input type="search" aria-label={t('people.search')} placeholder={t('people.search')} value={typed} onChange={(event) => setSearch(event.target.value ? { q: event.target.value } : {}, { replace: true })} />
        </label>
      </header>
      {error ? <Failure error={error} onRetry={() => void refetch()} /> : null}
      {!error && !data ? <Loading rows={8} /> : null}
      {data && found.length === 0 ? <Empty icon="users" title={t('people.none', { text: typed })} /> : null}
      {found.length > 0 ? <People users={found} /> : null}
    </div>
  );
}

function People({ users }: { users: User[] }) {
  const t = useText('users');
  const format = useFormat();
  return (
    <div className="card people-table">
      <table>
        <thead>
          <tr>
            {(['name', 'role', 'group', 'telephone', 'created', 'state'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`people.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr key={user.id}>
              <th scope="row">
                <b className="t1">{nameOf(user)}</b>
                <small className="t2">{user.email}</small>
              </th>
              <td data-name={t('people.role')}>{t(`role.${user.Role.name}`, { defaultValue: user.Role.name })}</td>
              <td data-name={t('people.group')}>{user.user_group || '–'}</td>
              <td data-name={t('people.telephone')}>{user.telephone || user.mobile || '–'}</td>
              <td data-name={t('people.created')}>{format.date(user.created_date)}</td>
              <td data-name={t('people.state')}>
                <span className={user.disabled ? 'status st-offline' : 'status st-moving'}>
                  <span className="dot" />
                  {t(user.disabled ? 'people.disabled' : 'people.active')}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function matches(user: User, typed: string): boolean {
  const text = `${nameOf(user)} ${user.email} ${user.user_group}`.toLocaleLowerCase();
  return typed.toLocaleLowerCase().split(/\s+/).every((word) => text.includes(word));
}
