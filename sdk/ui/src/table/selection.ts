import { useCallback, useEffect, useMemo, useState } from 'react';

import { filterText, type ListQuery } from './list-query';

/** Which rows are selected: `keys`, or all that match but `keys`. */
export interface Chosen {
  all: boolean;
  keys: ReadonlySet<string>;
}

const none: Chosen = { all: false, keys: new Set() };

/** What a table's rows and bars do with the selection. */
export interface SelectionControl {
  chosen: Chosen;
  has: (key: string) => boolean;
  /** How many of `total` rows are selected. */
  count: (total: number) => number;
  set: (keys: string[], on: boolean) => void;
  all: () => void;
  clear: () => void;
}

/** The selection of a table. It lasts over pages and orders, and ends when other rows are asked for. */
export function useSelection({ q, filters }: ListQuery): SelectionControl {
  const [chosen, setChosen] = useState(none);
  const matches = [q, ...filters.map(filterText)].join('\n');
  useEffect(() => setChosen(none), [matches]);
  const set = useCallback((keys: string[], on: boolean) => setChosen((before) => changed(before, keys, on)), []);
  const all = useCallback(() => setChosen({ all: true, keys: new Set() }), []);
  const clear = useCallback(() => setChosen(none), []);
  return useMemo(
    () => ({
      chosen,
      has: (key) => chosen.keys.has(key) !== chosen.all,
      count: (total) => (chosen.all ? Math.max(0, total - chosen.keys.size) : chosen.keys.size),
      set,
      all,
      clear,
    }),
    [chosen, set, all, clear],
  );
}

function changed({ all, keys }: Chosen, of: string[], on: boolean): Chosen {
  const next = new Set(keys);
  of.forEach((key) => (on === all ? next.delete(key) : next.add(key)));
  return { all, keys: next };
}
