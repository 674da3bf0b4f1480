import { useDeferredValue, useMemo, useState } from 'react';

import { allChosen, withGroup, without, type Chosen } from './chosen';
import { allGroups, groupKey, linesOf, openedBySearch, searched, type SearchBy, type TreeGroup, type TreeLine } from './fleet-tree';
import { tickOf, type SelectMode } from './vehicle-tree';

/** What a selector shows and does. */
export interface SelectorModel {
  lines: TreeLine[];
  /** The ids that are ticked: vehicles, by themselves or with a group, or the one group. */
  ticked: ReadonlySet<string>;
  text: string;
  by: SearchBy;
  setText: (text: string) => void;
  setBy: (by: SearchBy) => void;
  expandAll: () => void;
  collapseAll: () => void;
  toggleOpen: (line: TreeLine) => void;
  choose: (line: TreeLine) => void;
}

/** What a selector has chosen, and how it tells of a change. */
export interface Selection {
  value: string[];
  /** Groups that are chosen as such; without them a group stands for the vehicles that it has now. */
  groups: string[] | undefined;
  onChange: (value: string[], groups: string[]) => void;
}

/** The behaviour of a selector over `tree`. */
export function useSelector(tree: TreeGroup, mode: SelectMode, { value, groups, onChange }: Selection, openRoot: boolean): SelectorModel {
  const [text, setText] = useState('');
  const [by, setBy] = useState<SearchBy>(mode === 'group' ? 'group' : 'vehicle');
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(openRoot ? [groupKey(tree.id)] : []));
  const wanted = useDeferredValue(text);
  // While a search lasts its own groups are open; closing one then is remembered only until it ends.
  const [turned, setTurned] = useState<{ of: string; keys: ReadonlySet<string> }>({ of: '', keys: new Set() });
  const lines = useMemo(() => {
    const found = searched(tree, wanted, by);
    if (!found) {
      return [];
    }
    const search = `${by} ${wanted}`;
    const opened = new Set(wanted.trim() === '' ? open : openedBySearch(found, wanted, by));
    const keys = wanted.trim() !== '' && turned.of === search ? turned.keys : new Set<string>();
    return linesOf(found, (key) => opened.has(key) !== keys.has(key), mode !== 'group');
  }, [tree, wanted, by, open, turned, mode]);
  const ticked = useMemo(() => (groups ? allChosen(tree, { vehicles: value, groups }) : new Set(value)), [tree, value, groups]);
  const put = (next: Chosen) => onChange(next.vehicles, next.groups);
  const toggleOpen = ({ key, kind }: TreeLine) => {
    if (kind === 'vehicle') {
      return;
    }
    if (text.trim() === '') {
      setOpen((before) => flipped(before, key));
      return;
    }
    const search = `${by} ${text}`;
    setTurned((before) => ({ of: search, keys: flipped(before.of === search ? before.keys : new Set(), key) }));
  };
  const expand = (keys: string[]) => {
    setText('');
    setOpen(new Set(keys));
  };
  return {
    lines, ticked, text, by, setText, setBy, toggleOpen,
    expandAll: () => expand(allGroups(tree)),
    collapseAll: () => expand([]),
    choose: (line) => {
      if (mode !== 'vehicles') {
        return line.kind === mode ? onChange([line.id], []) : toggleOpen(line);
      }
      const chosen = { vehicles: value, groups: groups ?? [] };
      const isWhole = by === 'group' || text.trim() === ''; // else it stands for what was found in it
      const parts = line.kind === 'group' && !isWhole ? line.vehicles.map((id) => ({ kind: 'vehicle' as const, id, vehicles: [id] })) : [line];
      if (tickOf(line, ticked) === 'all') {
        return put(groups ? parts.reduce((left, part) => without(tree, left, part), chosen) : { ...chosen, vehicles: value.filter((id) => !line.vehicles.includes(id)) });
      }
      if (groups && line.kind === 'group' && isWhole) {
        return put(withGroup(tree, chosen, line));
      }
      put({ ...chosen, vehicles: [...value, ...line.vehicles.filter((id) => !ticked.has(id))] });
    },
  };
}

function flipped(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(key)) {
    next.add(key);
  }
  return next;
}
