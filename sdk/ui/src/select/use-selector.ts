import { useDeferredValue, useMemo, useState } from 'react';

import { allGroups, groupKey, linesOf, openedBySearch, searched, type SearchBy, type TreeGroup, type TreeLine } from './fleet-tree';
import { tickOf, type SelectMode } from './vehicle-tree';

/** What a selector shows and does. */
export interface SelectorModel {
  lines: TreeLine[];
  text: string;
  by: SearchBy;
  setText: (text: string) => void;
  setBy: (by: SearchBy) => void;
  expandAll: () => void;
  collapseAll: () => void;
  toggleOpen: (line: TreeLine) => void;
  choose: (line: TreeLine) => void;
}

/** The behaviour of a selector over `tree`; `value` are the chosen ids. */
export function useSelector(tree: TreeGroup, mode: SelectMode, value: string[], onChange: (value: string[]) => void, openRoot: boolean): SelectorModel {
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
    lines, text, by, setText, setBy, toggleOpen,
    expandAll: () => expand(allGroups(tree)),
    collapseAll: () => expand([]),
    choose: (line) => {
      if (mode !== 'vehicles') {
        return line.kind === mode ? onChange([line.id]) : toggleOpen(line);
      }
      const chosen = new Set(value);
      const on = tickOf(line, chosen) !== 'all';
      line.vehicles.forEach((id) => (on ? chosen.add(id) : chosen.delete(id)));
      onChange([...chosen]);
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
