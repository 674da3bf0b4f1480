import { useMemo } from 'react';

import type { View } from '../api/report';
import { groupLines, sortedGroups, type GroupLine } from './group-lines';
import type { ReportKind } from './report-kind';
import { found, sorted, type Sorting } from './row-order';

/** The lines of a table with sub-totals by a column, in an order; `turned` are those that are not as they are at first: closed, or open where there is one alone or rows were looked for. */
export function useGroupLines(type: ReportKind, view: View, groupBy: string, find: string, sorting: Sorting | undefined, turned: ReadonlySet<string>): GroupLine[] {
  const rows = useMemo(() => sorted(found(view, type.columns, find), view, type.columns, sorting), [view, type, find, sorting]);
  return useMemo(() => {
    const place = type.columns.findIndex(({ key }) => key === groupBy);
    const by = type.columns[place];
    if (!by) return [];
    const isSearched = find.trim() !== '';
    const isOpenAtFirst = isSearched || view.groups.length === 1;
    return groupLines(sortedGroups(type, view, by, sorting), rows, place, (key) => isOpenAtFirst !== turned.has(key), isSearched);
  }, [type, view, groupBy, find, sorting, rows, turned]);
}
