import { useCallback, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

import { filterText, parseFilter, parseSort, sortText, type ListFilter, type ListQuery } from './list-query';
import { rowsPerPage, rowsPerPageDefault, rowsPerPageFixed } from './paging';

/** Everything that a link to a table says: the query, and which columns are shown in which order. */
export interface TableState extends ListQuery {
  /** Ids of the shown columns; undefined: as the table is without a choice. */
  columns: string[] | undefined;
  /** The saved view that this came from. */
  view: string | undefined;
}

/** How a state is changed: `replace` leaves no step for the back button, as while typing. */
export type ChangeTable = (change: Partial<TableState>, how?: 'push' | 'replace') => void;

/** What a table starts with. */
export interface TableDefaults {
  size: number;
  sizes: readonly number[];
  sort: string;
}

/** The defaults of a table; without a choice of rows a page they are fixed. */
export function defaultsOf(sort: string, sizes: boolean): TableDefaults {
  return sizes ? { size: rowsPerPageDefault, sizes: rowsPerPage, sort } : { size: rowsPerPageFixed, sizes: [rowsPerPageFixed], sort };
}

const names = ['page', 'size', 'sort', 'q', 'filter', 'columns', 'view'] as const;

/** Reads a state from an address; what is missing or wrong takes its default. `prefix` tells two tables of one page apart. */
export function readState(address: URLSearchParams, defaults: TableDefaults, prefix = ''): TableState {
  const of = (name: (typeof names)[number]) => address.get(prefix + name);
  const page = Number(of('page'));
  const size = Number(of('size'));
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: defaults.sizes.includes(size) ? size : defaults.size,
    sort: parseSort(of('sort') ?? defaults.sort),
    q: of('q') ?? '',
    filters: address.getAll(`${prefix}filter`).map(parseFilter).filter((one): one is ListFilter => one !== undefined),
    columns: of('columns')?.split(',').filter(Boolean),
    view: of('view') ?? undefined,
  };
}

/** Writes a state into an address; defaults are left out, and what else is there stays. */
export function writeState(address: URLSearchParams, state: TableState, defaults: TableDefaults, prefix = ''): URLSearchParams {
  const result = new URLSearchParams(address);
  names.forEach((name) => result.delete(prefix + name));
  const set = (name: string, value: string | undefined, standard = '') => value !== undefined && value !== standard && result.set(prefix + name, value);
  set('page', String(state.page), '1');
  set('size', String(state.size), String(defaults.size));
  set('sort', sortText(state.sort), defaults.sort);
  set('q', state.q);
  state.filters.forEach((filter) => result.append(`${prefix}filter`, filterText(filter)));
  set('columns', state.columns?.join(','));
  set('view', state.view);
  return result;
}

/** The view of a table as its screen made it; in an address it says that the user's own default is not wanted. */
export const standardView = 'standard';

/** A state as a saved view keeps it: without the page and the view's own name. */
export function viewText(state: TableState, defaults: TableDefaults): string {
  return writeState(new URLSearchParams(), { ...state, page: 1, view: undefined }, defaults).toString();
}

/**
 * A table's state in the page's address, under names that begin with `prefix`. An address that says nothing of the table is `initial`,
 * the user's default view.
 */
export function useAddressState(defaults: TableDefaults, prefix: string, initial: TableState | undefined): [TableState, ChangeTable] {
  const [address, setAddress] = useSearchParams();
  const read = useCallback(
    (from: URLSearchParams) => (initial && !names.some((name) => from.has(prefix + name)) ? initial : readState(from, defaults, prefix)),
    [defaults, prefix, initial],
  );
  const state = useMemo(() => read(address), [read, address]);
  const latest = useRef({ address, setAddress });
  latest.current = { address, setAddress };
  const change = useCallback<ChangeTable>(
    (part, how = 'push') => {
      const next = writeState(latest.current.address, { ...read(latest.current.address), ...restart(part), ...part }, defaults, prefix);
      const others = names.some((name) => name !== 'view' && next.has(prefix + name));
      if (next.get(`${prefix}view`) === standardView && (others || !initial)) {
        next.delete(`${prefix}view`);
      } else if (initial && !others && !next.has(`${prefix}view`)) {
        next.set(`${prefix}view`, standardView);
      }
      latest.current.address = next;
      latest.current.setAddress(next, { replace: how === 'replace' });
    },
    [defaults, prefix, initial, read],
  );
  return [state, change];
}

/** A table's state for itself, as in a dialog. */
export function useOwnState(defaults: TableDefaults): [TableState, ChangeTable] {
  const [state, setState] = useState(() => readState(new URLSearchParams(), defaults));
  const change = useCallback<ChangeTable>((part) => setState((before) => ({ ...before, ...restart(part), ...part })), []);
  return [state, change];
}

/** What selects other rows starts at the first page. */
function restart(part: Partial<TableState>): Partial<TableState> {
  return 'filters' in part || 'q' in part || 'size' in part || 'sort' in part ? { page: 1 } : {};
}
