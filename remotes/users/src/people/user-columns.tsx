import { Icon, usePermission, useSession, useText, type IconName } from '@outrider/sdk';
import type { TableColumn } from '@outrider/sdk/table';
import { useMemo } from 'react';

import { nameOf, type User } from '../api/user';
import { roleKeyOf, useAllRoles } from './roles';

/** The columns of the list; names are the API's, so that links and filters read the same. */
export function useUserColumns(): TableColumn<User>[] {
  const t = useText('users');
  const roles = useAllRoles();
  const seesTwoStep = usePermission('updateUserStatus');
  return useMemo(() => {
    const twoStep: TableColumn<User> = {
      id: 'two_step', label: t('people.twoStep'), kind: 'one-of', width: 104, value: ({ two_step }) => two_step,
      options: twoStepWays.map((value) => ({ value, label: t(wayText[value]) })), render: ({ two_step }) => (two_step ? <TwoStepCell way={two_step} /> : '–'),
    };
    return [
      { id: 'name', label: t('people.name'), value: nameOf, width: 206, fixed: true, render: (user) => <NameCell user={user} /> },
      { id: 'email', label: t('people.email'), value: ({ email }) => email, width: 186 },
      {
        id: 'role', label: t('people.role'), kind: 'one-of', width: 196, value: roleKeyOf,
        options: roles,
      },
      { id: 'user_group', label: t('people.group'), value: ({ user_group }) => user_group, width: 146 },
      { id: 'last_seen', label: t('people.lastSeen'), kind: 'date-time', value: ({ last_seen }) => last_seen, width: 148 },
      ...(seesTwoStep ? [twoStep] : []),
      {
        id: 'disabled', label: t('people.state'), kind: 'yes-no', width: 100, value: ({ disabled }) => disabled,
        render: ({ disabled }) => (
          <span className={disabled ? 'status plain st-offline' : 'status plain st-moving'}>
            <span className="dot" />
            {t(disabled ? 'people.disabled' : 'people.active')}
          </span>
        ),
      },
      { id: 'telephone', label: t('people.telephone'), value: ({ telephone, mobile }) => telephone || mobile, width: 140, hidden: true, filterable: false, sortable: false },
      { id: 'provisioned', label: t('people.provisioned'), kind: 'yes-no', value: ({ provisioned }) => provisioned, width: 140, hidden: true },
      { id: 'created_date', label: t('people.created'), kind: 'date', value: ({ created_date }) => created_date, width: 130, hidden: true },
    ];
  }, [t, roles, seesTwoStep]);
}

type Way = NonNullable<User['two_step']>;

const twoStepWays = ['passkey', 'app', 'off'] as const;
const wayText = { passkey: 'people.byPasskey', app: 'people.byApp', off: 'people.byPassword' } as const;
const wayIcon: Record<Way, IconName> = { passkey: 'lock', app: 'phone', off: 'warning' };

function TwoStepCell({ way }: { way: Way }) {
  const t = useText('users');
  return (
    <span className={way === 'off' ? 'ppl-way off' : 'ppl-way'}>
      <Icon name={wayIcon[way]} small />
      {t(wayText[way])}
    </span>
  );
}

function NameCell({ user }: { user: User }) {
  const t = useText('users');
  const { user: own } = useSession();
  const name = nameOf(user);
  return (
    <span className="ppl-name">
      <span className={user.disabled ? 'ppl-initials off' : 'ppl-initials'} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <b className="ell">{name}</b>
      {user.provisioned ? <span className="chip" title={t('people.provisioned')}>SCIM</span> : null}
      {user.id === own.id ? <span className="t2">{t('people.you')}</span> : null}
    </span>
  );
}

/** At most two letters that stand for somebody. */
export function initialsOf(name: string): string {
  return name.split(/[\s.@_-]+/).filter(Boolean).slice(0, 2).map((word) => word[0]).join('').toUpperCase();
}
