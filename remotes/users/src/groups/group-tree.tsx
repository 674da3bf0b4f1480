import { chooseGroup, Empty, Failure, Icon, Loading, useChosenGroup, useText, type GroupChooserProps } from '@outrider/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { getTree, idsWithin, type Group } from '../api/tree';
import { GroupLines } from './group-lines';
import { visibleGroups } from './visible-groups';

import './group-tree.css';

/** The hierarchy of groups with a search; choosing one narrows the portal to it, choosing the topmost shows everything. */
export function GroupTree({ close }: GroupChooserProps) {
  const t = useText('users');
  const chosen = useChosenGroup();
  const [typed, setTyped] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const { data: root, error, refetch } = useQuery({ queryKey: ['tree'], queryFn: ({ signal }) => getTree(signal) });

  if (error) {
    return <Failure error={error} onRetry={() => void refetch()} />;
  }
  if (!root) {
    return <Loading rows={6} />;
  }
  const lines = visibleGroups(root, closed, typed);
  const choose = (group: Group) => {
    chooseGroup(group === root ? undefined : { id: group.id, label: group.label, within: idsWithin(group) });
    close();
  };
  const toggle = (id: string) => {
    const next = new Set(closed);
    if (!next.delete(id)) {
      next.add(id);
    }
    setClosed(next);
  };
  return (
    <div className="groups">
      <label className="field groups-search">
        <Icon name="search" small />
        {/* The dialog is opened to find a group. */}
        {/* eslint-disable-next-line jsx-a11y/no-autofocus */}
        <input type="search" aria-label={t('groups.search')} placeholder={t('groups.search')} value={typed} autoFocus onChange={(event) => setTyped(event.target.value)} />
      </label>
      {lines.length > 0 ? (
        <GroupLines lines={lines} chosenId={chosen?.id ?? root.id} onChoose={choose} onToggle={toggle} />
      ) : (
        <Empty icon="search" title={t('groups.none', { text: typed.trim() })} />
      )}
    </div>
  );
}
