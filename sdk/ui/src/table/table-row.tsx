import { memo, useCallback, useSyncExternalStore, type MouseEvent } from 'react';

import { IconButton } from '../buttons';
import { Icon } from '../icons';
import { useText } from '../i18n';
import type { Format } from '../units';
import { cellText } from './cell-text';
import { isMeasure, type TableColumn } from './column';
import type { RowPatches } from './row-patches';

/** What rows call back; the object stays the same, so that a row is drawn again only for its own sake. */
export interface RowCalls<Row> {
  select: (key: string, on: boolean, range: boolean) => void;
  open: (row: Row) => void;
  menu: (row: Row, anchor: HTMLElement) => void;
}

interface TableRowProps<Row> {
  row: Row;
  /** The row's key among the rows. */
  id: string;
  /** In the whole list, from 2: the head is row 1. */
  index: number;
  columns: TableColumn<Row>[];
  format: Format;
  selected: boolean;
  selectable: boolean;
  openable: boolean;
  actions: boolean;
  patches: RowPatches<Row> | undefined;
  calls: RowCalls<Row>;
}

const never = () => () => {};

function Row<Row>({ row: fetched, id, index, columns, format, selected, selectable, openable, actions, patches, calls }: TableRowProps<Row>) {
  const t = useText();
  const subscribe = useCallback((listener: () => void) => patches?.subscribe(id, listener) ?? never(), [patches, id]);
  const patch = useSyncExternalStore(subscribe, () => patches?.get(id));
  const row = patch ? { ...fetched, ...patch } : fetched;
  const words = { yes: t('table.yes'), no: t('table.no') };
  const first = columns[0];
  const name = first ? cellText(first, row, format, words) : id;
  const click = ({ target }: MouseEvent<HTMLElement>) => {
    if (openable && !(target as HTMLElement).closest('button, a, input, label')) {
      calls.open(row);
    }
  };
  return (
    // The keys of the row are the grid's: see grid-keys.ts.
    <tr role="row" aria-rowindex={index} {...(selectable ? { 'aria-selected': selected } : {})} className={openable ? 'table-row openable' : 'table-row'} onClick={click}>
      {selectable ? (
        <td role="gridcell" data-cell className="table-tick">
          <input
            type="checkbox"
            className="tick"
            tabIndex={-1}
            checked={selected}
            aria-label={t('table.selectRow', { name })}
            onChange={(event) => calls.select(id, event.target.checked, (event.nativeEvent as unknown as globalThis.MouseEvent).shiftKey)}
          />
        </td>
      ) : null}
      {columns.map((column) => (
        <td key={column.id} role="gridcell" data-cell data-label={column.label} tabIndex={-1} className={isMeasure(column.kind) ? 'num right' : undefined}>
          {column.render ? column.render(row) : <span className="ell">{cellText(column, row, format, words)}</span>}
        </td>
      ))}
      <td role="gridcell" data-cell className="table-more" tabIndex={actions ? undefined : -1}>
        {actions ? (
          <IconButton size="small" tabIndex={-1} aria-haspopup="menu" label={t('table.rowActions', { name })} onClick={(event) => calls.menu(row, event.currentTarget)}>
            <Icon name="more" small />
          </IconButton>
        ) : null}
      </td>
    </tr>
  );
}

/** One row; drawn again only when it, its selection or the columns change. */
export const TableRow = memo(Row) as typeof Row;
