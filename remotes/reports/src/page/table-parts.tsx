import { Button, linkTo, useManifestText, useText } from '@outrider/sdk';
import { Explain } from '@outrider/sdk/explain';

import type { Totals, View } from '../api/report';
import { changeText } from './change-text';
import { isCount, isNumeric, type ReportColumn, type ReportKind } from './report-kind';
import type { Sorting } from './row-order';
import { totalText, valueText } from './value-text';

/** What the tables of a report show. */
export interface TableProps {
  type: ReportKind;
  view: View;
  /** The keys of those that are shown. */
  columns: readonly string[];
  /** Whether rows are of single days. */
  isDaily: boolean;
  /** What the range before came to; undefined: not known, or not asked for. */
  before: Totals | undefined;
  /** What rows have to have in them; empty: all are shown. */
  find: string;
}

/** A column and where its values stand in a row. */
export interface Placed {
  column: ReportColumn;
  place: number;
}

export const classOf = ({ kind }: ReportColumn) => (isNumeric(kind) ? 'num right' : undefined);

/** The classes of a cell: what the chart shows, or else the first of what is added up, stands out where a row is a card. */
export const cellOf = (type: ReportKind, column: ReportColumn) => {
  const main = type.chart?.y[0] ?? type.totals.find((one) => !isCount(one))?.column;
  return `${classOf(column) ?? ''}${column.key === main ? ' rp-main' : ''}`.trim() || undefined;
};

/** The name of a column, which puts the rows in its order. */
export function ColumnHead({ column, sorting, onSort }: { column: ReportColumn; sorting: Sorting | undefined; onSort: (sorting: Sorting) => void }) {
  const text = useManifestText();
  const isSorted = sorting?.key === column.key;
  return (
    <th scope="col" className={classOf(column)} aria-sort={isSorted ? (sorting.falls ? 'descending' : 'ascending') : 'none'}>
      <button type="button" onClick={() => onSort({ key: column.key, falls: isSorted ? !sorting.falls : isNumeric(column.kind) })}>
        {text(column.label)}
        {isSorted ? (sorting.falls ? ' ↓' : ' ↑') : ''}
      </button>
      {column.about ? <Explain about={text(column.label)}>{text(column.about)}</Explain> : null}
    </th>
  );
}

/** The place among the totals of what a column comes to; -1: nothing. */
export const totalPlace = (type: ReportKind, { key }: ReportColumn) => type.totals.findIndex((one) => one.column === key && !isCount(one));

interface TotalOfProps {
  type: ReportKind;
  view: View;
  column: ReportColumn;
  totals: readonly unknown[];
  before: readonly unknown[] | undefined;
}

/** What a column comes to, with its change; nothing for one that does not add up. */
export function TotalOf({ type, view, column, totals, before }: TotalOfProps) {
  const place = totalPlace(type, column);
  const total = type.totals[place];
  if (!total) return null;
  return (
    <>
      {totalText(column, total, totals[place], view.names)}
      {before ? <span className="rp-change">{` ${changeText(totals[place], before[place])}`}</span> : null}
    </>
  );
}

/** A value, with the path that it leads to. */
export function Value({ column, value, view, path }: { column: ReportColumn; value: unknown; view: View; path: string | undefined }) {
  const t = useText('reports');
  const said = path !== undefined && column.kind === 'alert' ? t('openAlert') : valueText(column, value, view.names);
  if (path === undefined) {
    return said;
  }
  return (
    <a {...linkTo(path)} title={column.kind === 'time' || column.kind === 'day' ? t('openTracking') : undefined}>
      {said}
    </a>
  );
}

const sizes = [10, 20, 50, 75, 100];

interface PagerProps {
  count: number;
  size: number;
  page: number;
  pages: number;
  onSize: (size: number) => void;
  onPage: (page: number) => void;
}

/** Which lines are shown, and the way to the others. */
export function Pager({ count, size, page, pages, onSize, onPage, children }: PagerProps & { children?: React.ReactNode }) {
  const t = useText('reports');
  return (
    <div className="rp-foot">
      <label className="s12 t2">
        {t('perPage')}{' '}
        <select className="chip" value={size} onChange={({ target }) => onSize(Number(target.value))}>
          {sizes.map((one) => <option key={one}>{one}</option>)}
        </select>
      </label>
      <span className="grow" />
      {children}
      <span className="s12 t2 num">{t('pageOf', { from: Math.min(count, page * size + 1), to: Math.min(count, (page + 1) * size), all: count })}</span>
      <Button size="small" disabled={page === 0} onClick={() => onPage(page - 1)}>{t('previous')}</Button>
      <Button size="small" disabled={page >= pages - 1} onClick={() => onPage(page + 1)}>{t('next')}</Button>
    </div>
  );
}
