import { useManifestText, useText } from '@outrider/sdk';
import { useMemo, useState, type ReactNode } from 'react';

import { isCount } from './report-kind';
import { linkOf } from './row-links';
import { firstSorting, found, sorted } from './row-order';
import { cellOf, ColumnHead, Pager, TotalOf, Value, type TableProps } from './table-parts';

/** The rows of a report with their totals, sorted and a page at a time. */
export function ReportTable({ type, view, columns, isDaily, before, find, children }: TableProps & { children?: ReactNode }) {
  const t = useText('reports');
  const text = useManifestText();
  const [sorting, setSorting] = useState(() => firstSorting(type));
  const [size, setSize] = useState(20);
  const [asked, setPage] = useState(0);
  const shown = type.columns.map((column, place) => ({ column, place })).filter(({ column }) => columns.includes(column.key));
  const rows = useMemo(() => sorted(found(view, type.columns, find), view, type.columns, sorting), [view, type.columns, find, sorting]);
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const page = Math.min(asked, pages - 1);
  return (
    <>
      <div className="rp-scroll">
        <table className="rp-table">
          <thead>
            <tr>{shown.map(({ column }) => <ColumnHead key={column.key} column={column} sorting={sorting} onSort={setSorting} />)}</tr>
          </thead>
          <tbody>
            {rows.slice(page * size, (page + 1) * size).map((row, index) => (
              <tr key={`${page} ${index}`}>
                {shown.map(({ column, place }) => (
                  <td key={column.key} className={cellOf(type, column)} data-label={text(column.label)}>
                    <Value column={column} value={row[place]} view={view} path={linkOf(type, row, place, isDaily)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {type.totals.some((one) => !isCount(one)) ? (
            <tfoot>
              <tr>
                {shown.map(({ column }, index) => (
                  <td key={column.key} className={cellOf(type, column)} data-label={text(column.label)}>{index === 0 ? t('total') : <TotalOf type={type} view={view} column={column} totals={view.totals} before={before?.totals} />}</td>
                ))}
              </tr>
            </tfoot>
          ) : null}
        </table>
      </div>
      <Pager count={rows.length} size={size} page={page} pages={pages} onSize={setSize} onPage={setPage}>{children}</Pager>
    </>
  );
}
