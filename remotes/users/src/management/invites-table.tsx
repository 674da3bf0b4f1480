import { ApiError, confirm, snackbar, toast, useText } from '@outrider/sdk';
import { DataTable, tableKey, type RowAction, type TableColumn } from '@outrider/sdk/table';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';

import { cancelInvite, invitesTable, inviteStates, listInvites, resendInvite, type Invite } from '../api/invites';
import { useAllRoles } from '../people/roles';

const keyOf = ({ id }: Invite) => id;
const tone = { pending: 'st-idling', expired: 'st-stationary', cancelled: 'st-offline', accepted: 'st-moving' } as const;

/** The invites of the organisation and what became of them. */
export function InvitesTable() {
  const t = useText('users');
  const columns = useInviteColumns();
  const queryClient = useQueryClient();
  const refresh = useCallback(() => void queryClient.invalidateQueries({ queryKey: tableKey(invitesTable) }), [queryClient]);
  const rowActions = useCallback(
    (invite: Invite): RowAction[] => {
      const over = invite.state === 'accepted' || invite.state === 'cancelled' ? { disabled: t(`invite.state.${invite.state}`) } : {};
      const told = (act: () => Promise<unknown>, done: string) =>
        void act()
          .then(() => toast(done))
          .catch((error: unknown) => snackbar(error instanceof ApiError ? error.message : t('password.error'), undefined, 'error'))
          .finally(refresh);
      return [
        { id: 'resend', label: t('invite.resend'), icon: 'mail', ...over, run: () => told(() => resendInvite(invite.id), t('invite.sent', { email: invite.email })) },
        {
          id: 'cancel', label: t('invite.cancel'), icon: 'close', tone: 'danger', ...over,
          run: () =>
            void confirm({ title: t('invite.cancelTitle', { email: invite.email }), text: t('invite.cancelText'), confirm: t('invite.cancel'), tone: 'danger' }).then(
              (sure) => sure && told(() => cancelInvite(invite.id), t('invite.cancelled')),
            ),
        },
      ];
    },
    [t, refresh],
  );
  return (
    <DataTable<Invite>
      id={invitesTable}
      label={t('invite.list')}
      columns={columns}
      rowKey={keyOf}
      fetchPage={listInvites}
      sort="-created_date"
      searchLabel={t('invite.search')}
      rowActions={rowActions}
      empty={{ title: t('invite.none'), text: t('invite.noneText'), icon: 'mail' }}
    />
  );
}

function useInviteColumns(): TableColumn<Invite>[] {
  const t = useText('users');
  const roles = useAllRoles();
  return useMemo(
    () => [
      { id: 'email', label: t('people.email'), value: ({ email }) => email, width: 240, fixed: true },
      {
        id: 'state', label: t('people.state'), kind: 'one-of', width: 130, value: ({ state }) => state, options: inviteStates.map((value) => ({ value, label: t(`invite.state.${value}`) })),
        render: ({ state }) => (
          <span className={`status plain ${tone[state]}`}>
            <span className="dot" />
            {t(`invite.state.${state}`)}
          </span>
        ),
      },
      { id: 'last_name', label: t('people.name'), value: ({ first_name, last_name }) => `${first_name} ${last_name}`.trim(), width: 170 },
      { id: 'role', label: t('people.role'), kind: 'one-of', width: 170, value: ({ role }) => role, options: roles },
      { id: 'user_group', label: t('people.group'), value: ({ user_group }) => user_group, width: 160 },
      { id: 'created_date', label: t('invite.created'), kind: 'date-time', value: ({ created_date }) => created_date, width: 150 },
      { id: 'created_by', label: t('invite.by'), value: ({ created_by }) => created_by, width: 160, filterable: false, sortable: false },
      { id: 'expires', label: t('invite.expires'), kind: 'date-time', value: ({ expires }) => expires, width: 150 },
    ],
    [t, roles],
  );
}
