import { Failure, Loading, useText } from '@outrider/sdk';
import type { ListQuery } from '@outrider/sdk/table';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Group } from '../api/tree';
import { nameOf, type User } from '../api/user';
import { listUsers } from '../api/users-list';
import { drag } from './edit-tree';
import { TargetChoice } from './target-choice';

/** How many users of a group are listed; the list of users has them all. */
const mostListed = 100;

/** The users of a group itself, read when it is chosen. */
export function useGroupUsers(id: string) {
  const query: ListQuery = { page: 1, size: mostListed, sort: [{ field: 'name', falls: false }], q: '', filters: [{ field: 'node', op: 'eq', values: [id] }] };
  return useQuery({ queryKey: ['group-users', id], queryFn: ({ signal }) => listUsers(query, signal) });
}

interface GroupUsersProps {
  group: Group;
  root: Group;
  users: ReturnType<typeof useGroupUsers>;
  mayMove: boolean;
  onMove: (users: User[], to: Group) => void;
}

/** The users of a group, who are dragged to other groups, or ticked and moved by a choice. */
export function GroupUsers({ group, root, users, mayMove, onMove }: GroupUsersProps) {
  const t = useText('users');
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const { data, error, refetch } = users;
  if (error) {
    return <Failure error={error} onRetry={() => void refetch()} />;
  }
  if (!data) {
    return <Loading rows={2} />;
  }
  const chosen = data.rows.filter(({ id }) => ticked.has(id));
  const tick = (id: string) => setTicked((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]));
  return (
    <>
      <div className="row">
        <h3 className="grow">{t('groups.ownUsers', { count: data.total })}</h3>
        {mayMove && chosen.length > 0 ? <TargetChoice root={root} not={group.id} label={t('groups.moveUsers', { count: chosen.length })} onChoose={(to) => onMove(chosen, to)} /> : null}
      </div>
      <ul className="group-vehicles group-users">
        {data.rows.map((user) => (
          // Whoever has no mouse ticks users and chooses where they go.
          // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <li key={user.id} draggable={mayMove} onDragStart={(event) => drag(event, { kind: 'user', ids: ticked.has(user.id) ? chosen.map(({ id }) => id) : [user.id] })}>
            <label className="row">
              <input type="checkbox" className="tick" checked={ticked.has(user.id)} disabled={!mayMove} onChange={() => tick(user.id)} />
              <span className="ell grow">{nameOf(user)}</span>
              <span className="t2 s12 ell">{t(`role.${user.Role.name}`)}</span>
            </label>
          </li>
        ))}
      </ul>
    </>
  );
}
