import { useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react';

import { useText } from '../i18n';
import { useFormat } from '../units';
import type { RowAction, TableColumn } from './column';
import { useGridKeys } from './grid-keys';
import type { ListQuery, ListSort } from './list-query';
import { RowMenu } from './row-menu';
import type { RowPatches } from './row-patches';
import type { SelectionControl } from './selection';
import { nextSort, TableHead } from './table-head';
import { TableRow, type RowCalls } from './table-row';
import type { ShownColumns } from './use-columns';
import type { TablePage } from './use-page';

export interface TableGridProps<Row> {
  label: string;
  shown: ShownColumns<Row>;
  /** Undefined while the first page is on its way. */
  page: TablePage<Row> | undefined;
  query: ListQuery;
  rowKey: (row: Row) => string;
  selection: SelectionControl | undefined;
  patches: RowPatches<Row> | undefined;
  rowActions: ((row: Row) => RowAction[]) | undefined;
  onOpen: ((row: Row) => void) | undefined;
  onSort: (sort: ListSort[]) => void;
  /** New rows are on their way; these are the ones before. */
  busy: boolean;
  /** What stands in place of rows. */
  instead?: ReactNode;
}

/** The rows and their head: an ARIA grid, below 991 px a list of cards. */
export function TableGrid<Row>(props: TableGridProps<Row>) {
  const { label, shown, page, query, rowKey, selection, patches, rowActions, onOpen, onSort, busy, instead } = props;
  const format = useFormat();
  const grid = useRef<HTMLTableElement>(null);
  const [menu, setMenu] = useState<{ row: Row; anchor: HTMLElement }>();
  const rows = page?.rows ?? [];
  const calls = useRowCalls(props, setMenu);
  const keys = useGridKeys(grid, {
    open: (index) => rows[index] && onOpen?.(rows[index]),
    toggle: (index) => rows[index] && selection?.set([rowKey(rows[index])], !selection.has(rowKey(rows[index]))),
    menu: (index, anchor) => rows[index] && rowActions && setMenu({ row: rows[index], anchor }),
  }, [page, shown.columns, selection !== undefined, rowActions !== undefined]);
  const selected = rows.filter((row) => selection?.has(rowKey(row))).length;
  const first = (query.page - 1) * query.size + 2;
  return (
    <div className={busy ? 'table-scroll busy' : 'table-scroll'}>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table role="grid"
        ref={grid}
        style={{ '--table-width': `${shown.columns.reduce((sum, { id }) => sum + shown.widthOf(id), selection ? 92 : 48)}px` } as CSSProperties}
        aria-label={label}
        aria-busy={busy || !page}
        aria-rowcount={page ? page.total + 1 : -1}
        aria-colcount={shown.columns.length + (selection ? 2 : 1)}
        {...(selection ? { 'aria-multiselectable': true } : {})}
        onFocus={keys.onFocus}
        onKeyDown={keys.onKeyDown}
      >
        <Widths shown={shown} selectable={selection !== undefined} />
        <TableHead
          columns={shown.columns}
          sort={query.sort}
          onSort={(column, add) => onSort(nextSort(query.sort, column, add))}
          selectable={selection !== undefined}
          selected={selected === 0 ? 'none' : selected === rows.length ? 'all' : 'some'}
          onSelectPage={(on) => selection?.set(rows.map(rowKey), on)}
          onResizeStart={shown.resizeStart}
          onResizeBy={shown.resizeBy}
        />
        {/* Cards are no table to a browser; the roles keep it one. */}
        {/* eslint-disable-next-line jsx-a11y/no-redundant-roles */}
        <tbody role="rowgroup">
          {page ? null : <Skeleton columns={shown.columns} rows={query.size} selectable={selection !== undefined} />}
          {rows.map((row, index) => (
            <TableRow
              key={index} // another page writes into the rows that are there: a hundred new ones hold up what is typed meanwhile
              row={row}
              id={rowKey(row)}
              index={first + index}
              columns={shown.columns}
              format={format}
              selected={selection?.has(rowKey(row)) ?? false}
              selectable={selection !== undefined}
              openable={onOpen !== undefined}
              actions={rowActions !== undefined}
              patches={patches}
              calls={calls}
            />
          ))}
        </tbody>
      </table>
      {instead}
      {menu && rowActions ? <RowMenu actions={rowActions(menu.row)} anchor={menu.anchor} onClose={() => setMenu(undefined)} /> : null}
    </div>
  );
}

/** Callbacks that stay the same object while what they call changes. */
function useRowCalls<Row>(props: TableGridProps<Row>, showMenu: (menu: { row: Row; anchor: HTMLElement }) => void): RowCalls<Row> {
  const latest = useRef(props);
  latest.current = props;
  const last = useRef<string>(undefined);
  return useMemo(
    () => ({
      select: (key, on, range) => {
        const { page, rowKey, selection } = latest.current;
        const keys = page?.rows.map(rowKey) ?? [];
        const [from, to] = [keys.indexOf(last.current ?? key), keys.indexOf(key)];
        selection?.set(range && from >= 0 ? keys.slice(Math.min(from, to), Math.max(from, to) + 1) : [key], on);
        last.current = key;
      },
      open: (row) => latest.current.onOpen?.(row),
      menu: (row, anchor) => showMenu({ row, anchor }),
    }),
    [showMenu],
  );
}

function Widths<Row>({ shown, selectable }: { shown: ShownColumns<Row>; selectable: boolean }) {
  return (
    <colgroup>
      {selectable ? <col style={{ width: 44 }} /> : null}
      {shown.columns.map(({ id }) => (
        <col key={id} style={{ width: shown.widthOf(id) }} />
      ))}
      <col style={{ width: 48 }} />
    </colgroup>
  );
}

function Skeleton<Row>({ columns, rows, selectable }: { columns: TableColumn<Row>[]; rows: number; selectable: boolean }) {
  const t = useText();
  const cells = columns.length + (selectable ? 2 : 1);
  return Array.from({ length: Math.min(rows, 12) }, (_, row) => (
    <tr key={row} role="row" className="table-skeleton">
      {Array.from({ length: cells }, (_, cell) => (
        <td key={cell} role="gridcell" data-cell={row === 0 && cell === 0 ? true : undefined}>
          {row === 0 && cell === 0 ? <span className="unseen">{t('state.loading')}</span> : null}
          <i className="skel loading-line" style={{ width: `${45 + ((row * 7 + cell * 13) % 40)}%` }} />
        </td>
      ))}
    </tr>
  ));
}
