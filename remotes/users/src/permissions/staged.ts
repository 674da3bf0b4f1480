import type { Action, PermissionsOf, Target } from '../api/permissions';

/** Whether a column's people, or the role, may do something; `mixed` where some may. */
export type Cell = 'yes' | 'no' | 'mixed';

/** A column of the matrix: a role, a user, or the people of a group. */
export interface Column {
  key: string;
  label: string;
  /** How many people it stands for; 0 for a role. */
  people: number;
  target: Target;
  /** The names that the role may; a user can be given nothing else. Undefined for a role, which may be given everything. */
  within: ReadonlySet<string> | undefined;
  cell: (name: string) => Cell;
  /** Whether a cell is not what the product gives at first. */
  differs: (action: Action, cell: Cell) => boolean;
}

/** What was changed and not saved yet, by column and action. */
export type Staged = ReadonlyMap<string, ReadonlyMap<string, boolean>>;

/** The column of a role; the defaults of one of the organisation's own are those of its `base`. */
export function roleColumn(role: string, label: string, permissions: readonly string[], base = role): Column {
  const allowed = new Set(permissions);
  return {
    key: role, label, people: 0, target: { role }, within: undefined,
    cell: (name) => (allowed.has(name) ? 'yes' : 'no'),
    differs: ({ default_roles }, cell) => default_roles.includes(base) !== (cell === 'yes'),
  };
}

/** The column of one user or of many, who all have one role. */
export function usersColumn(key: string, label: string, users: PermissionsOf['users'], target: Target): Column {
  const within = new Set(users[0]?.role_permission_document.allowed);
  const denied = users.map(({ user_permission_document }) => new Set(user_permission_document.denied));
  return {
    key, label, people: users.length, target, within,
    cell: (name) => {
      const without = denied.filter((names) => names.has(name)).length;
      return !within.has(name) || without === users.length ? 'no' : without === 0 ? 'yes' : 'mixed';
    },
    differs: ({ name }, cell) => within.has(name) && cell !== 'yes',
  };
}

/** Turns a cell over: what was changed to what is there is changed no more. */
export function toggled(staged: Staged, column: Column, name: string): Staged {
  const next = new Map(staged);
  const mine = new Map(next.get(column.key));
  const there = column.cell(name);
  const now = mine.get(name) ?? there === 'yes';
  mine.set(name, !now);
  if (there !== 'mixed' && !now === (there === 'yes')) {
    mine.delete(name);
  }
  next.set(column.key, mine);
  if (mine.size === 0) {
    next.delete(column.key);
  }
  return next;
}

/** The cell as it will be. */
export function cellOf(staged: Staged, column: Column, name: string): { cell: Cell; isStaged: boolean } {
  const wanted = staged.get(column.key)?.get(name);
  return wanted === undefined ? { cell: column.cell(name), isStaged: false } : { cell: wanted ? 'yes' : 'no', isStaged: true };
}

/** How many cells are changed. */
export function countOf(staged: Staged): number {
  return [...staged.values()].reduce((sum, { size }) => sum + size, 0);
}

/** What a column gains and loses. */
export function changesOf(staged: Staged, column: Column): { allowed: string[]; denied: string[] } {
  const mine = [...(staged.get(column.key) ?? [])];
  return { allowed: mine.filter(([, wanted]) => wanted).map(([name]) => name), denied: mine.filter(([, wanted]) => !wanted).map(([name]) => name) };
}
