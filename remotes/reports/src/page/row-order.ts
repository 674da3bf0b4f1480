import type { View } from '../api/report';
import type { ReportColumn, ReportKind } from './report-kind';
import { valueText } from './value-text';

/** The order of rows: by a column, upwards or downwards. */
export interface Sorting {
  key: string;
  falls: boolean;
}

/** The order that a report begins with. */
export function firstSorting({ order_by: [first] }: ReportKind): Sorting | undefined {
  return first ? { key: first.column, falls: first.descending === true } : undefined;
}

type Rows = View['rows'];

/** The rows in an order: by what is shown, numbers by their size, what is not known last. */
export function sorted(rows: Rows, { names }: View, columns: readonly ReportColumn[], sorting: Sorting | undefined): Rows {
  const place = columns.findIndex(({ key }) => key === sorting?.key);
  const column = columns[place];
  if (!sorting || !column) {
    return rows;
  }
  const key = (value: unknown) => (value === null || value === undefined || typeof value === 'number' || column.kind === 'time' || column.kind === 'day' ? value : valueText(column, value, names));
  return rows
    .map((row) => ({ row, by: key(row[place]) }))
    .sort((a, b) => {
      if (a.by === null || a.by === undefined) return 1;
      if (b.by === null || b.by === undefined) return -1;
      const order = compared(a.by, b.by);
      return sorting.falls ? -order : order;
    })
    .map(({ row }) => row);
}

/** Numbers by their size, everything else as people sort it. */
export function compared(a: unknown, b: unknown): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), undefined, { numeric: true });
}

const searched = new Set(['vehicle', 'group', 'driver', 'text', 'choice', 'place']);

/** The rows that have a text in what they say of names, places and the like; all of them for an empty one. */
export function found(view: View, columns: readonly ReportColumn[], find: string): Rows {
  const wanted = find.trim().toLocaleLowerCase();
  if (wanted === '') return view.rows;
  const places = columns.map((column, place) => ({ column, place })).filter(({ column }) => searched.has(column.kind));
  return view.rows.filter((row) => places.some(({ column, place }) => valueText(column, row[place], view.names).toLocaleLowerCase().includes(wanted)));
}
