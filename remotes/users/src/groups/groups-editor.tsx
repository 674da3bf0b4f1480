import { Button, Empty, Failure, Icon, Loading, usePermission, useText } from '@outrider/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import { getPeople, getTree, usersWithin, type Group } from '../api/tree';
import type { User } from '../api/user';
import { moveGroupTo, moveVehiclesTo, remove } from './change-groups';
import { ChooseGroupDialog } from './choose-group-dialog';
import { EditTree, type Dragged } from './edit-tree';
import { effectOf, parentsOf, wayTo } from '../tree/group-effects';
import { GroupDetails } from './group-details';
import { GroupUsers } from './group-users';
import { NameDialog } from './group-dialogs';
import { MoveUsersDialog } from './move-users-dialog';
import { useGroupUsers } from './use-group-users';
import { visibleGroups } from './visible-groups';

import './groups-editor.css';

/** The hierarchy of groups with what is done to it: groups are added, renamed, moved and deleted, vehicles and users are moved. */
export function GroupsEditor({ onPeople }: { onPeople: (group: Group) => void }) {
  const queryClient = useQueryClient();
  const tree = useQuery({ queryKey: ['tree'], queryFn: ({ signal }) => getTree(signal) });
  const people = useQuery({ queryKey: ['tree-users'], queryFn: ({ signal }) => getPeople(signal) });
  const refresh = () => {
    void queryClient.invalidateQueries({ queryKey: ['tree'] });
    void queryClient.invalidateQueries({ queryKey: ['tree-users'] });
    void queryClient.invalidateQueries({ queryKey: ['group-users'] });
  };
  const error = (!tree.data && tree.error) || (!people.data && people.error);
  if (error) {
    return <Failure error={error} onRetry={() => void Promise.all([tree.refetch(), people.refetch()])} />;
  }
  // A move says how many people it concerns: nobody moves anything before that is known.
  return tree.data && people.data ? <Editor root={tree.data} people={people.data} refresh={refresh} onPeople={onPeople} /> : <Loading rows={8} />;
}

interface EditorProps {
  root: Group;
  people: Awaited<ReturnType<typeof getPeople>>;
  refresh: () => void;
  onPeople: (group: Group) => void;
}

function Editor({ root, people, refresh, onPeople }: EditorProps) {
  const t = useText('users');
  const may = { add: usePermission('addGroup'), modify: usePermission('modifyGroup'), remove: usePermission('deleteGroup'), vehicles: usePermission('moveVehicleToGroup'), users: usePermission('moveUserToGroup') };
  const [typed, setTyped] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [chosenId, setChosenId] = useState(root.id);
  const [asking, setAsking] = useState<'add' | 'rename' | 'move'>();
  const [moving, setMoving] = useState<{ users: User[]; to: Group }>();
  const parents = useMemo(() => parentsOf(root), [root]);
  const within = useMemo(() => usersWithin(root, people), [root, people]);
  const lines = useMemo(() => visibleGroups(root, closed, typed), [root, closed, typed]);
  const way = wayTo(root, chosenId);
  const chosen = way.at(-1) ?? root;
  const parent = parents.get(chosen.id);
  const users = useGroupUsers(chosen.id);

  const toggle = (id: string) => {
    const next = new Set(closed);
    if (!next.delete(id)) {
      next.add(id);
    }
    setClosed(next);
  };
  const move = (group: Group, to: Group) => {
    const from = parents.get(group.id);
    if (from && from.id !== to.id && !wayTo(root, to.id).some(({ id }) => id === group.id)) {
      void moveGroupTo(group, from, to, effectOf(root, people, group.vehicles, from.id, to.id), refresh);
    }
  };
  const moveVehicles = (ids: string[], to: Group) => {
    if (may.vehicles && chosen.id !== to.id) {
      void moveVehiclesTo(ids, chosen, to, effectOf(root, people, ids.length, chosen.id, to.id), refresh);
    }
  };
  const dropped = ({ kind, ids }: Dragged, target: Group) => {
    const [first = ''] = ids;
    if (kind === 'group') {
      move(wayTo(root, first).at(-1) ?? root, target);
    } else if (kind === 'vehicles') {
      moveVehicles(ids, target);
    } else if (may.users && target.id !== chosen.id) {
      setMoving({ users: users.find(ids), to: target });
    }
  };
  const deleteChosen = () => parent && void remove(chosen, parent, refresh).then((gone) => gone && setChosenId(parent.id));
  const onKey = (key: string): boolean => {
    const act: Record<string, (() => void) | undefined> = {
      m: may.modify && parent ? () => setAsking('move') : undefined,
      F2: may.modify ? () => setAsking('rename') : undefined,
      Delete: may.remove && parent ? deleteChosen : undefined,
    };
    act[key]?.();
    return act[key] !== undefined;
  };
  const done = () => setAsking(undefined);
  const moved = () => {
    users.untick();
    refresh();
  };

  return (
    <div className="groups-editor">
      <section className="card groups-pane" aria-label={t('groups.title')}>
        <label className="field groups-search">
          <Icon name="search" small />
          <input type="search" aria-label={t('groups.search')} placeholder={t('groups.search')} value={typed} onChange={(event) => setTyped(event.target.value)} />
        </label>
        {lines.length > 0 ? (
          <EditTree lines={lines} users={within} chosenId={chosen.id} onChoose={({ id }) => setChosenId(id)} onToggle={toggle} onDrop={dropped} onKey={onKey} movable={may.modify} />
        ) : (
          <Empty icon="search" title={t('groups.none', { text: typed.trim() })} />
        )}
        <p className="hints groups-hints only-wide">{t('groups.keys')}</p>
      </section>
      <GroupDetails
        key={chosen.id}
        group={chosen}
        way={way}
        people={within.get(chosen.id) ?? 0}
        mayMoveVehicles={may.vehicles}
        options={{ root, onMove: moveVehicles }}
        onPeople={() => onPeople(chosen)}
        actions={
          <>
            {may.add ? <Action icon="plus" label={t('groups.add')} onClick={() => setAsking('add')} /> : null}
            {may.modify ? <Action icon="edit" label={t('groups.rename')} onClick={() => setAsking('rename')} /> : null}
            {may.modify && parent ? <Action icon="move" label={t('groups.move')} onClick={() => setAsking('move')} /> : null}
            {may.remove && parent ? <Action icon="trash" label={t('groups.delete')} danger onClick={deleteChosen} /> : null}
          </>
        }
      >
        <GroupUsers group={chosen} root={root} users={users} mayMove={may.users} onMove={(who, to) => setMoving({ users: who, to })} />
      </GroupDetails>
      {moving ? <MoveUsersDialog users={moving.users} to={moving.to} onClose={() => setMoving(undefined)} onMoved={moved} /> : null}
      {asking === 'add' || asking === 'rename' ? <NameDialog group={chosen} isNew={asking === 'add'} onClose={done} onChanged={refresh} /> : null}
      {asking === 'move' ? <ChooseGroupDialog root={root} title={t('groups.moveWhere', { group: chosen.label })} without={chosen.id} onClose={done} onChoose={(to) => move(chosen, to)} /> : null}
    </div>
  );
}

function Action({ icon, label, danger = false, onClick }: { icon: 'plus' | 'edit' | 'move' | 'trash'; label: string; danger?: boolean; onClick: () => void }) {
  return (
    <Button tone={danger ? 'danger' : undefined} size="small" onClick={onClick}>
      <Icon name={icon} small />
      {label}
    </Button>
  );
}
