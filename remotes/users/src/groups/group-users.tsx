import { Button, Failure, Icon, Loading, useText, type TextKey } from '@outrider/sdk';

import type { Group } from '../api/tree';
import { nameOf, type User } from '../api/user';
import { drag } from './edit-tree';
import { TargetChoice } from './target-choice';
import { searchedFrom, type GroupUsersFound } from './use-group-users';
import { useWindow } from './use-window';

interface GroupUsersProps {
  group: Group;
  root: Group;
  users: GroupUsersFound;
  mayMove: boolean;
  onMove: (users: User[], to: Group) => void;
}

/** The users of a group, who are dragged to other groups, or ticked and moved by a choice. Many are searched, and come page by page. */
export function GroupUsers({ group, root, users, mayMove, onMove }: GroupUsersProps) {
  const t = useText('users');
  const { rows, total, typed, ticked, tick, pages } = users;
  const shown = useWindow(rows?.length ?? 0);
  if (pages.error && !rows) {
    return <Failure error={pages.error} onRetry={() => void pages.refetch()} />;
  }
  if (!rows) {
    return <Loading rows={2} />;
  }
  const chosen = [...ticked.values()];
  return (
    <>
      <div className="row">
        <h3 className="grow">{t('groups.ownUsers', { count: total })}</h3>
        {mayMove && chosen.length > 0 ? <TargetChoice root={root} not={group.id} label={t('groups.moveUsers', { count: chosen.length })} onChoose={(to) => onMove(chosen, to)} /> : null}
      </div>
      {typed || total >= searchedFrom ? (
        <label className="field row group-find">
          <Icon name="search" small />
          <input type="search" className="grow" aria-label={t('groups.findUsers')} placeholder={t('groups.findUsers')} value={typed} onChange={(event) => users.setTyped(event.target.value)} />
        </label>
      ) : null}
      {typed && rows.length === 0 && !pages.isPlaceholderData ? <p className="t2">{t('groups.noUsers', { text: typed.trim() })}</p> : null}
      <ul className="group-vehicles group-users" onScroll={shown.onScroll}>
        <li aria-hidden="true" style={{ height: shown.before }} />
        {rows.slice(shown.first, shown.last).map((user) => (
          // Whoever has no mouse ticks users and chooses where they go.
          // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <li key={user.id} draggable={mayMove} onDragStart={(event) => drag(event, { kind: 'user', ids: ticked.has(user.id) ? [...ticked.keys()] : [user.id] })}>
            <label className="row">
              <input type="checkbox" className="tick" checked={ticked.has(user.id)} disabled={!mayMove} onChange={() => tick(user)} />
              <span className="ell grow">{nameOf(user)}</span>
              <span className="t2 s12 ell">{t(`role.${user.Role.name}` as TextKey<'users'>)}</span>
            </label>
          </li>
        ))}
        <li aria-hidden="true" style={{ height: shown.after }} />
        {pages.hasNextPage ? (
          <li>
            <Button size="small" disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
              {t('activity.more')}
            </Button>
          </li>
        ) : null}
      </ul>
    </>
  );
}
