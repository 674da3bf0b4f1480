import type { ReactNode } from 'react';

import type { IconName } from '../icons';
import type { FilterOp, ListQuery } from './list-query';

/** What a column holds: how it is written, filtered, aligned and exported. Values are the system's units. */
export type ColumnKind =
  | 'text'
  | 'number'
  | 'speed' // km/h
  | 'distance' // metres
  | 'volume' // litres
  | 'percent' // 0 to 100
  | 'duration' // seconds
  | 'date' // an instant: milliseconds, RFC 3339 or Date
  | 'date-time'
  | 'one-of'
  | 'yes-no';

/** A cell's value before it is written. */
export type CellValue = string | number | boolean | Date | null | undefined;

/** One of the values of a `one-of` column. */
export interface ColumnOption {
  value: string;
  label: string;
}

/** A column of a table. */
export interface TableColumn<Row> {
  /** The API's name of the field, for filter and sort; also the column's name in links and views. */
  id: string;
  label: string;
  value: (row: Row) => CellValue;
  /** `text` unless it says otherwise. */
  kind?: ColumnKind;
  /** Pixels; 160 without one. A longer word of the label makes it wider. */
  width?: number;
  /** The values of `one-of`; of `yes-no`, what `true` and `false` are called. */
  options?: ColumnOption[];
  /** Whether it can be filtered and sorted by; both unless false. */
  filterable?: boolean;
  sortable?: boolean;
  /** Not shown until the user chooses it. */
  hidden?: boolean;
  /** Cannot be taken away: the column that names the row. */
  fixed?: boolean;
  /** Digits after the point of numbers. */
  digits?: number;
  /** Its filter has a chip of its own in the toolbar. */
  chip?: boolean;
  /** Draws the cell; the value alone is written without it, and always in exports. */
  render?: (row: Row) => ReactNode;
}

/** Something to do with one row. */
export interface RowAction {
  id: string;
  label: string;
  icon?: IconName;
  /** Why it cannot be done now; shown disabled. */
  disabled?: string;
  tone?: 'plain' | 'danger';
  run: () => void;
}

/** The rows that a bulk action is for. */
export interface TableSelection<Row> {
  /** All that match the query, on every page, except `keys`; otherwise exactly `keys`. */
  all: boolean;
  keys: string[];
  /** How many rows that is. */
  count: number;
  /** Those of them that are on the page. */
  rows: Row[];
  /** What they match; see {@link TableSelection.all}. */
  query: ListQuery;
  /** Forgets the selection, after the work is done. */
  clear: () => void;
}

/** Something to do with the selected rows. */
export interface BulkAction<Row> {
  id: string;
  label: string;
  icon?: IconName;
  tone?: 'plain' | 'danger';
  /** Not offered for "all that match". */
  onlyChosen?: boolean;
  run: (selection: TableSelection<Row>) => void | Promise<void>;
}

const opsOfKind: Record<'text' | 'measure' | 'time' | 'one-of' | 'yes-no', FilterOp[]> = {
  text: ['contains', 'eq', 'ne', 'empty'],
  measure: ['gte', 'lte', 'gt', 'lt', 'empty'],
  time: ['gte', 'lt', 'empty'],
  'one-of': ['in', 'ne', 'empty'],
  'yes-no': ['eq', 'empty'],
};

/** The operators that a column's filter offers, the usual one first. Measures are compared, never equal: units round. */
export function opsOf({ kind = 'text' }: Pick<TableColumn<never>, 'kind'>): FilterOp[] {
  switch (kind) {
    case 'text':
    case 'one-of':
    case 'yes-no':
      return opsOfKind[kind];
    case 'date':
    case 'date-time':
      return opsOfKind.time;
    case 'number':
      return ['gte', 'lte', 'gt', 'lt', 'eq', 'ne', 'empty'];
    default:
      return opsOfKind.measure;
  }
}

/** Reports whether a column's values are numbers, which stand on the right. */
export function isMeasure(kind: ColumnKind = 'text'): boolean {
  return ['number', 'speed', 'distance', 'volume', 'percent', 'duration'].includes(kind);
}
