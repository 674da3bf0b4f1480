import { useFormat, useText } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';

import { getTree, type Group } from '../api/tree';
import { nameOf, type User } from '../api/user';
import { wayTo } from '../tree/group-effects';
import { seesAll } from './sight';

/** How many users are told of by name; of more it says how many. */
const mostNamed = 6;

/** What users see before and after they are moved to a group. */
export function SightChanges({ users, target }: { users: User[]; target: string }) {
  const t = useText('users');
  const format = useFormat();
  const { data: root } = useQuery({ queryKey: ['tree'], queryFn: ({ signal }) => getTree(signal), staleTime: 60_000 });
  const to = root && target ? wayTo(root, target).at(-1) : undefined;
  if (!root || !to) {
    return null;
  }
  const sight = ({ Role, Node }: User) => {
    if (seesAll.includes(Role.name)) {
      return t('sight.all');
    }
    if (Role.name === 'DRIVER') {
      return t('sight.own');
    }
    const from: Group | undefined = wayTo(root, Node?.id ?? '').at(-1);
    return t('sight.change', { count: to.vehicles, before: format.number(from?.vehicles ?? 0), after: format.number(to.vehicles) });
  };
  return (
    <dl className="ppl-sight" aria-label={t('sight.title')}>
      {users.slice(0, mostNamed).map((user) => (
        <div key={user.id} className="row">
          <dt className="grow ell">{nameOf(user)}</dt>
          <dd className="t1 num">{sight(user)}</dd>
        </div>
      ))}
      {users.length > mostNamed ? <p className="t2">{t('sight.others', { count: users.length - mostNamed })}</p> : null}
    </dl>
  );
}
