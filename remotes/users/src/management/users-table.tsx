import { Chip, Icon, usePermission, useSession, useText } from '@outrider/sdk';
import { useSearchParams } from '@outrider/sdk/router';
import { chosenRows, DataTable, tableKey, type BulkAction, type ListQuery, type RowAction, type TablePage } from '@outrider/sdk/table';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';

import type { User } from '../api/user';
import { listUsers, usersTable, withVehicles, type ListedUser } from '../api/users-list';
import { disableUsers, signOutUsers } from '../people/bulk-users';
import { seePortalAs } from '../people/see-portal-as';
import { takeData } from './take-data';
import { useGroupOptions } from '../tree/groups';
import { rolesWithin } from '../people/roles';
import { useUserColumns } from '../people/user-columns';

const ChoiceDialog = lazy(() => import('./choice-dialog').then((module) => ({ default: module.ChoiceDialog })));
const EraseDialog = lazy(() => import('./erase-dialog').then((module) => ({ default: module.EraseDialog })));
const UserDialog = lazy(() => import('./user-dialog').then((module) => ({ default: module.UserDialog })));

const keyOf = ({ id }: User) => id;

interface Choosing {
  what: 'role' | 'group';
  users: User[];
  clear: () => void;
}

/** The users of the organisation, with all that is done to them. */
export function UsersTable() {
  const t = useText('users');
  const queryClient = useQueryClient();
  const seesGroups = usePermission('listGroups');
  const columns = useUserColumns(seesGroups);
  const [search, setSearch] = useSearchParams();
  const [choosing, setChoosing] = useState<Choosing>();
  const [erasing, setErasing] = useState<User>();
  const refresh = useCallback(() => void queryClient.invalidateQueries({ predicate: ({ queryKey: [kind, id] }) => kind === tableKey('')[0] && String(id).startsWith(usersTable) }), [queryClient]);
  const opened = search.get('user');
  const open = useCallback(
    (id: string | undefined) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          next.delete('user');
          if (id) {
            next.set('user', id);
          }
          return next;
        },
        { replace: true },
      ),
    [setSearch],
  );
  const actions = useUserActions(refresh, open, setChoosing, setErasing, search.get('node') ?? undefined);
  const node = search.get('node') ?? undefined;
  const fetchPage = useCallback(
    async (query: ListQuery, signal: AbortSignal): Promise<TablePage<ListedUser>> => {
      const page = await listUsers(query, signal, node);
      return seesGroups ? withVehicles(page, signal) : page;
    },
    [node, seesGroups],
  );

  return (
    <>
      <DataTable<ListedUser>
        key={node}
        id={node ? `${usersTable}-of-${node}` : usersTable}
        label={t('people.title')}
        columns={columns}
        rowKey={keyOf}
        fetchPage={fetchPage}
        sort="name"
        searchLabel={t('people.search')}
        onOpen={({ id }) => open(id)}
        rowActions={actions.row}
        bulkActions={actions.bulk}
        {...(node ? { actions: <NodeChip id={node} onClear={() => setSearch({})} /> } : {})}
        empty={{ title: t('people.empty'), icon: 'users' }}
      />
      <Suspense>
        {opened ? <UserDialog key={opened} id={opened} onClose={() => open(undefined)} onChanged={refresh} /> : null}
        {erasing ? <EraseDialog user={erasing} onClose={() => setErasing(undefined)} onErased={refresh} /> : null}
        {choosing ? (
          <ChoiceDialog
            what={choosing.what}
            users={choosing.users}
            onClose={() => setChoosing(undefined)}
            onChanged={() => {
              choosing.clear();
              refresh();
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}

/** The group that the list is narrowed to, and the way back to everybody. */
function NodeChip({ id, onClear }: { id: string; onClear: () => void }) {
  const t = useText('users');
  const label = useGroupOptions().find(({ value }) => value === id)?.label ?? id;
  return (
    <Chip isOn title={t('groups.everybody')} onClick={onClear}>
      {label}
      <Icon name="close" small />
    </Chip>
  );
}

/** What can be done with one user and with several: only what the permissions say, and the ranks. */
function useUserActions(refresh: () => void, open: (id: string) => void, choose: (choosing: Choosing) => void, erase: (user: User) => void, node: string | undefined) {
  const t = useText('users');
  const { user: own } = useSession();
  const mayRole = usePermission('updateUserRole');
  const mayMove = usePermission('moveUserToGroup');
  const mayStatus = usePermission('updateUserStatus');
  const maySee = usePermission('seePortalAs');
  const mayErase = usePermission('deleteUser');
  return useMemo(() => {
    const within = rolesWithin(own.Role.name);
    const above = ({ id, Role }: User, alsoOwn = false) => (!within.includes(Role.name) || (!alsoOwn && id === own.id) ? { disabled: t(id === own.id ? 'people.notYourself' : 'people.above') } : {});
    const row = (user: User): RowAction[] => {
      const keep = () => {};
      const one: (RowAction & { may: boolean })[] = [
        { id: 'edit', may: true, label: t('people.open'), icon: 'edit', run: () => open(user.id) },
        { id: 'role', may: mayRole, label: t('people.changeRole'), icon: 'users', ...above(user), run: () => choose({ what: 'role', users: [user], clear: keep }) },
        { id: 'move', may: mayMove, label: t('people.move'), icon: 'move', ...above(user, true), run: () => choose({ what: 'group', users: [user], clear: keep }) },
        { id: 'see-as', may: maySee, label: t('people.seeAs'), icon: 'eye', ...(user.disabled ? { disabled: t('people.seeAsDisabled') } : above(user)), run: () => void seePortalAs(user) },
        { id: 'sign-out', may: mayStatus, label: t('people.signOut'), icon: 'sign-out', ...above(user, true), run: () => void signOutUsers([user]) },
        {
          id: 'disable', may: mayStatus, label: t(user.disabled ? 'people.enable' : 'people.disable'), icon: user.disabled ? 'check' : 'lock', ...(user.disabled ? {} : { tone: 'danger' as const }),
          ...above(user), run: () => void disableUsers([user], !user.disabled, refresh),
        },
        { id: 'data', may: mayErase, label: t('erase.take'), icon: 'download', ...above(user, true), run: () => void takeData(user.id) },
        { id: 'erase', may: mayErase, label: t('erase.action'), icon: 'trash', tone: 'danger', ...above(user), run: () => erase(user) },
      ];
      return one.filter(({ may }) => may);
    };
    const all = (selection: Parameters<BulkAction<User>['run']>[0]) => chosenRows<User>(selection, keyOf, (query) => listUsers(query, undefined, node));
    const many: (BulkAction<User> & { may: boolean })[] = [
      { id: 'move', may: mayMove, label: t('people.move'), icon: 'move', run: async (chosen) => choose({ what: 'group', users: await all(chosen), clear: chosen.clear }) },
      { id: 'role', may: mayRole, label: t('people.changeRole'), icon: 'users', run: async (chosen) => choose({ what: 'role', users: await all(chosen), clear: chosen.clear }) },
      { id: 'sign-out', may: mayStatus, label: t('people.signOut'), icon: 'sign-out', run: async (chosen) => signOutUsers(await all(chosen)) },
      { id: 'enable', may: mayStatus, label: t('people.enable'), icon: 'check', run: async (chosen) => disableUsers(await all(chosen), false, refresh) },
      { id: 'disable', may: mayStatus, label: t('people.disable'), icon: 'lock', tone: 'danger', run: async (chosen) => disableUsers(await all(chosen), true, refresh) },
    ];
    return { row, bulk: many.filter(({ may }) => may) };
  }, [t, own, mayRole, mayMove, mayStatus, maySee, mayErase, refresh, open, choose, erase, node]);
}
