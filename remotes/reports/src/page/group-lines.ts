import type { View } from '../api/report';
import { isCount, type ReportColumn, type ReportKind } from './report-kind';
import { compared, type Sorting } from './row-order';
import { valueText } from './value-text';

/** A sub-total as the server tells it. */
export type Group = View['groups'][number];

/** A line of a table with sub-totals: one of those, or a row below it. */
export type GroupLine = { group: Group; count: number; isOpen: boolean } | { row: readonly unknown[] };

/** A value as the key of its sub-total. */
export const keyOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** The sub-totals in their order: by the column that sorts the table, else days as they come and others the largest first. */
export function sortedGroups(type: ReportKind, view: View, by: ReportColumn, sorting: Sorting | undefined): Group[] {
  const total = type.totals.findIndex((one) => one.column === sorting?.key && !isCount(one));
  const named = (group: Group) => (by.kind === 'day' || by.kind === 'time' ? group.key : valueText(by, group.key, view.names));
  const turn = sorting?.falls ? -1 : 1;
  if (total >= 0) return [...view.groups].sort((a, b) => turn * compared(a.totals[total] ?? 0, b.totals[total] ?? 0) || compared(named(a), named(b)));
  if (sorting?.key === by.key || by.kind === 'day' || by.kind === 'time') return [...view.groups].sort((a, b) => (sorting?.key === by.key ? turn : 1) * compared(named(a), named(b)));
  return [...view.groups].sort((a, b) => compared(b.totals[0] ?? 0, a.totals[0] ?? 0) || compared(named(a), named(b)));
}

/** The lines of a table: each sub-total that has rows among those that were found, with its rows where it is open. */
export function groupLines(groups: readonly Group[], rows: View['rows'], place: number, isOpen: (key: string) => boolean, isSearched: boolean): GroupLine[] {
  const byKey = new Map<string, View['rows']>();
  for (const row of rows) {
    const key = keyOf(row[place]);
    const list = byKey.get(key);
    if (list) list.push(row);
    else byKey.set(key, [row]);
  }
  return groups.flatMap((group): GroupLine[] => {
    const own = byKey.get(group.key) ?? [];
    if (isSearched && own.length === 0) return [];
    const open = isOpen(group.key);
    return [{ group, count: isSearched ? own.length : group.rows, isOpen: open }, ...(open ? own.map((row) => ({ row })) : [])];
  });
}
