import { openPath, useManifestText, useText } from '@outrider/sdk';
import { Explain } from '@outrider/sdk/explain';
import { useMemo, useState } from 'react';

import type { Totals, View } from '../api/report';
import { changeText } from './change-text';
import { isNumeric, type ReportColumn, type ReportKind } from './report-kind';
import { linkOf } from './row-links';
import { totalText, valueText } from './value-text';

interface ReportTableProps {
  type: ReportKind;
  view: View;
  /** The keys of those that are shown. */
  columns: readonly string[];
  /** The column of sub-totals; empty: none. */
  groupBy: string;
  /** Whether rows are of single days. */
  isDaily: boolean;
  /** What the range before came to; undefined: not known, or not asked for. */
  before: Totals | undefined;
}

interface Sorting {
  key: string;
  falls: boolean;
}

const sizes = [10, 20, 50, 75, 100];

/** The rows of a report with their totals, sorted and a page at a time; with sub-totals, a line for each below. */
export function ReportTable({ type, view, columns, groupBy, isDaily, before }: ReportTableProps) {
  const t = useText('reports');
  const text = useManifestText();
  const [sorting, setSorting] = useState<Sorting | undefined>(() => {
    const [first] = type.order_by;
    return first ? { key: first.column, falls: first.descending === true } : undefined;
  });
  const [size, setSize] = useState(20);
  const [asked, setPage] = useState(0);
  const shown = type.columns.map((column, place) => ({ column, place })).filter(({ column }) => columns.includes(column.key));
  const rows = useMemo(() => sorted(view, type.columns, sorting), [view, type.columns, sorting]);
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const page = Math.min(asked, pages - 1);
  const totalOf = (column: ReportColumn, values: readonly unknown[], earlier: readonly unknown[] | undefined) => {
    const index = type.totals.findIndex((one) => one.column === column.key && one.of !== 'count');
    const total = type.totals[index];
    if (!total) return '';
    return (
      <>
        {totalText(column, total.of, values[index], view.names)}
        {earlier ? <span className="rp-change">{` ${changeText(values[index], earlier[index])}`}</span> : null}
      </>
    );
  };
  const groupBefore = (key: string) => before?.groups.find((group) => group.key === key)?.totals;
  const grouped = type.columns.find(({ key }) => key === groupBy);
  return (
    <>
      <div className="rp-scroll">
        <table className="rp-table">
          <thead>
            <tr>
              {shown.map(({ column }) => (
                <th key={column.key} scope="col" className={isNumeric(column.kind) ? 'num right' : undefined} aria-sort={sorting?.key === column.key ? (sorting.falls ? 'descending' : 'ascending') : 'none'}>
                  <button type="button" onClick={() => setSorting({ key: column.key, falls: sorting?.key === column.key ? !sorting.falls : isNumeric(column.kind) })}>
                    {text(column.label)}
                    {sorting?.key === column.key ? (sorting.falls ? ' ↓' : ' ↑') : ''}
                  </button>
                  {column.about ? <Explain about={text(column.label)}>{text(column.about)}</Explain> : null}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(page * size, (page + 1) * size).map((row, index) => (
              <tr key={`${page} ${index}`}>
                {shown.map(({ column, place }) => (
                  <td key={column.key} className={isNumeric(column.kind) ? 'num right' : undefined}>
                    <Value column={column} value={row[place]} view={view} path={linkOf(type, row, place, isDaily)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            {grouped
              ? view.groups.map((group) => (
                  <tr key={group.key} className="rp-sub">
                    {shown.map(({ column }, index) => (
                      <td key={column.key} className={isNumeric(column.kind) ? 'num right' : undefined}>
                        {index === 0 ? `${valueText(grouped, group.key, view.names)} (${group.rows})` : totalOf(column, group.totals, grouped.kind === 'day' ? undefined : groupBefore(group.key))}
                      </td>
                    ))}
                  </tr>
                ))
              : null}
            {type.totals.some(({ of }) => of !== 'count') ? (
              <tr>
                {shown.map(({ column }, index) => (
                  <td key={column.key} className={isNumeric(column.kind) ? 'num right' : undefined}>{index === 0 ? t('total') : totalOf(column, view.totals, before?.totals)}</td>
                ))}
              </tr>
            ) : null}
          </tfoot>
        </table>
      </div>
      <div className="rp-foot">
        <label className="s12 t2">
          {t('perPage')}{' '}
          <select className="chip" value={size} onChange={({ target }) => setSize(Number(target.value))}>
            {sizes.map((one) => <option key={one}>{one}</option>)}
          </select>
        </label>
        <span className="grow" />
        <span className="s12 t2 num">{t('pageOf', { from: page * size + 1, to: Math.min(rows.length, (page + 1) * size), all: rows.length })}</span>
        <button type="button" className="btn sm" disabled={page === 0} onClick={() => setPage(page - 1)}>{t('previous')}</button>
        <button type="button" className="btn sm" disabled={page >= pages - 1} onClick={() => setPage(page + 1)}>{t('next')}</button>
      </div>
    </>
  );
}

/** A value, with the path that it leads to. */
function Value({ column, value, view, path }: { column: ReportColumn; value: unknown; view: View; path: string | undefined }) {
  const t = useText('reports');
  const said = path !== undefined && column.kind === 'alert' ? t('openAlert') : valueText(column, value, view.names);
  if (path === undefined) {
    return said;
  }
  return (
    <a
      href={path}
      title={column.kind === 'time' || column.kind === 'day' ? t('openTracking') : undefined}
      onClick={(event) => {
        event.preventDefault();
        openPath(path);
      }}
    >
      {said}
    </a>
  );
}

/** The rows in an order: by what is shown, numbers by their size, what is not known last. */
function sorted(view: View, columns: readonly ReportColumn[], sorting: Sorting | undefined): View['rows'] {
  const place = columns.findIndex(({ key }) => key === sorting?.key);
  const column = columns[place];
  if (!sorting || !column) {
    return view.rows;
  }
  const key = (value: unknown) => (typeof value === 'number' || column.kind === 'time' || column.kind === 'day' ? value : valueText(column, value, view.names));
  return view.rows
    .map((row) => ({ row, by: key(row[place]) }))
    .sort((a, b) => {
      if (a.by === null || a.by === undefined) return 1;
      if (b.by === null || b.by === undefined) return -1;
      const order = typeof a.by === 'number' && typeof b.by === 'number' ? a.by - b.by : String(a.by).localeCompare(String(b.by), undefined, { numeric: true });
      return sorting.falls ? -order : order;
    })
    .map(({ row }) => row);
}
