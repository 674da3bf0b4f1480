import { Icon, useFormat, usePermission, useSession, useText, type IconName } from '@outrider/sdk';
import type { TableColumn } from '@outrider/sdk/table';
import { useMemo } from 'react';

import { nameOf, type User } from '../api/user';
import type { ListedUser } from '../api/users-list';
import { roleKeyOf, useAllRoles } from './roles';
import { sightOf } from './sight';

/** The columns of the list; names are the API's, so that links and filters read the same. `withSight` adds what each sees, for rows that tell. */
export function useUserColumns(withSight = false): TableColumn<ListedUser>[] {
  const t = useText('users');
  const roles = useAllRoles();
  const seesTwoStep = usePermission('updateUserStatus');
  const format = useFormat();
  return useMemo(() => {
    const twoStep: TableColumn<ListedUser> = {
      id: 'two_step', label: t('people.twoStep'), kind: 'one-of', chip: true, width: 104, value: ({ two_step }) => two_step,
      options: twoStepWays.map((value) => ({ value, label: t(wayText[value]) })), render: ({ two_step }) => (two_step ? <TwoStepCell way={two_step} /> : '–'),
    };
    const sees: TableColumn<ListedUser> = { id: 'sees', label: t('people.sees'), width: 118, value: (user) => sightOf(user, user.group_vehicles, t, format), filterable: false, sortable: false };
    return [
      { id: 'name', label: t('people.name'), value: nameOf, width: 270, fixed: true, render: (user) => <NameCell user={user} /> },
      { id: 'email', label: t('people.email'), value: ({ email }) => email, width: 186, hidden: true },
      {
        id: 'role', label: t('people.role'), kind: 'one-of', chip: true, width: 196, value: roleKeyOf,
        options: roles,
      },
      { id: 'user_group', label: t('people.group'), value: ({ user_group }) => user_group, width: 146 },
      ...(withSight ? [sees] : []),
      { id: 'last_seen', label: t('people.lastSeen'), kind: 'date-time', chip: true, value: ({ last_seen }) => last_seen, width: 148 },
      ...(seesTwoStep ? [twoStep] : []),
      {
        id: 'disabled', label: t('people.state'), kind: 'yes-no', chip: true, width: 100, value: ({ disabled }) => disabled,
        options: [{ value: 'false', label: t('people.active') }, { value: 'true', label: t('people.disabled') }],
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
  }, [t, format, roles, seesTwoStep, withSight]);
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
      <span className="ppl-who">
        <span className="row">
          <b className="ell">{name}</b>
          {user.provisioned ? <span className="chip" title={t('people.provisioned')}>SCIM</span> : null}
          {user.id === own.id ? <span className="t2">{t('people.you')}</span> : null}
        </span>
        {user.email === name ? null : <span className="ell ppl-address">{user.email}</span>}
      </span>
    </span>
  );
}

/** At most two letters that stand for somebody. */
export function initialsOf(name: string): string {
  return name.split(/[\s.@_-]+/).filter(Boolean).slice(0, 2).map((word) => word[0]).join('').toUpperCase();
}
