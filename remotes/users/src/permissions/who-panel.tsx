import { Button, Icon, IconButton, Segment, useSession, useText } from '@outrider/sdk';
import { useState } from 'react';

import { nameOf, type User } from '../api/user';
import { GroupPick } from '../form/group-pick';
import { roleKeyOf } from '../people/roles';
import { OwnRoles } from './own-roles';
import { useEditableRoles } from './use-editable-roles';
import { UserSelector } from './user-selector';

/** Whose permissions are edited. */
export interface Who {
  by: 'role' | 'users' | 'group';
  /** The role of the users to edit. */
  role: string;
  users: User[];
  node: string;
}

/** Who sees the whole organisation, and so may make roles for it. */
const wholeOrganisation = ['SYS_ADMIN', 'SUPPORT_ADMIN', 'SUPPORT_LEAD', 'ORG_ADMIN'];

/** Chooses roles, users or a group. Users of another role are left out, and a note says how many. */
export function WhoPanel({ who, onWho, excluded }: { who: Who; onWho: (who: Who) => void; excluded: number }) {
  const t = useText('users');
  const [choosing, setChoosing] = useState(false);
  const roles = useEditableRoles();
  const { user } = useSession();
  const mayMake = wholeOrganisation.includes(user.Role.name);
  return (
    <section className="card perm-who" aria-label={t('perm.who')}>
      <h2>{t('perm.who')}</h2>
      <div className="seg" role="group" aria-label={t('perm.who')}>
        {(['role', 'users', 'group'] as const).map((by) => (
          <Segment key={by} isOn={who.by === by} onClick={() => onWho({ ...who, by })}>
            {t(`perm.by.${by}`)}
          </Segment>
        ))}
      </div>
      {who.by === 'role' ? (
        <>
          <p className="t2">{t('perm.rolesText')}</p>
          <OwnRoles mayMake={mayMake} />
        </>
      ) : (
        <label>
          <span className="label">{t('perm.roleOf')}</span>
          <select className="field" value={who.role} onChange={(event) => onWho({ ...who, role: event.target.value })}>
            {roles.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
      {who.by === 'group' ? (
        <GroupPick label={t('people.group')} none={t('bulk.choose')} value={who.node} onChange={(node) => onWho({ ...who, node })} />
      ) : null}
      {who.by === 'users' ? (
        <>
          <Button onClick={() => setChoosing(true)}>
            <Icon name="users" small />
            {t('perm.chooseUsers')}
          </Button>
          <ul className="perm-users">
            {who.users.map((user) => (
              <li key={user.id} className={roleKeyOf(user) === who.role ? 'row' : 'row t3'}>
                <span className="grow ell">{nameOf(user)}</span>
                <IconButton size="small" label={t('perm.leaveOut', { name: nameOf(user) })} onClick={() => onWho({ ...who, users: who.users.filter(({ id }) => id !== user.id) })}>
                  <Icon name="close" small />
                </IconButton>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {excluded > 0 && who.by !== 'role' ? (
        <p className="perm-excluded" role="status">
          <Icon name="warning" small />
          {t('perm.excluded', { count: excluded })}
        </p>
      ) : null}
      <p className="t3 s12">{t('perm.never')}</p>
      {choosing ? (
        <UserSelector
          onClose={() => setChoosing(false)}
          onChoose={(users) => {
            setChoosing(false);
            const known = new Set(who.users.map(({ id }) => id));
            const [first] = users;
            onWho({ ...who, users: [...who.users, ...users.filter(({ id }) => !known.has(id))], role: who.users.length === 0 && first ? roleKeyOf(first) : who.role });
          }}
        />
      ) : null}
    </section>
  );
}
