import type { KeyboardEvent, MouseEvent } from 'react';

import { Icon } from '../icons';
import { useText } from '../i18n';
import { isMeasure, type TableColumn } from './column';
import type { ListSort } from './list-query';

interface TableHeadProps<Row> {
  columns: TableColumn<Row>[];
  sort: ListSort[];
  /** `add` keeps the order that there is and adds the column to it. */
  onSort: (column: string, add: boolean) => void;
  selectable: boolean;
  /** Whether all rows of the page are selected, or some. */
  selected: 'all' | 'some' | 'none';
  onSelectPage: (on: boolean) => void;
  /** Begins to drag a column's edge. */
  onResizeStart: (column: string) => (event: unknown) => void;
  /** Makes a column wider by so many pixels. */
  onResizeBy: (column: string, px: number) => void;
}

/** The order after a column's head was pressed: rising, falling, none. */
export function nextSort(sort: ListSort[], field: string, add: boolean): ListSort[] {
  const now = sort.find((one) => one.field === field);
  const rest = add ? sort.filter((one) => one.field !== field) : [];
  if (!now) {
    return [...rest, { field, falls: false }];
  }
  if (now.falls) {
    return rest;
  }
  return add ? sort.map((one) => (one.field === field ? { field, falls: true } : one)) : [{ field, falls: true }];
}

/** The head: names, order and widths of the columns. Shift adds a column to the order; Alt with an arrow changes a width. */
export function TableHead<Row>({ columns, sort, onSort, selectable, selected, onSelectPage, onResizeStart, onResizeBy }: TableHeadProps<Row>) {
  const t = useText();
  const resizeByKey = (id: string) => (event: KeyboardEvent) => {
    if (event.altKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      event.preventDefault();
      onResizeBy(id, event.key === 'ArrowLeft' ? -16 : 16);
    }
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-redundant-roles
    <thead role="rowgroup">
      <tr role="row" aria-rowindex={1}>
        {selectable ? (
          <th role="columnheader" data-cell className="table-tick" scope="col">
            <input
              type="checkbox"
              className="tick"
              tabIndex={-1}
              aria-label={t('table.selectPage')}
              checked={selected === 'all'}
              ref={(box) => {
                if (box) {
                  box.indeterminate = selected === 'some';
                }
              }}
              onChange={(event) => onSelectPage(event.target.checked)}
            />
          </th>
        ) : null}
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} onKeyDown={resizeByKey(column.id)} onGrab={onResizeStart(column.id)} />
        ))}
        <th role="columnheader" data-cell scope="col" className="table-more" tabIndex={-1}>
          <span className="unseen">{t('table.actions')}</span>
        </th>
      </tr>
    </thead>
  );
}

interface HeadCellProps<Row> {
  column: TableColumn<Row>;
  sort: ListSort[];
  onSort: (column: string, add: boolean) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onGrab: (event: unknown) => void;
}

function HeadCell<Row>({ column, sort, onSort, onKeyDown, onGrab }: HeadCellProps<Row>) {
  const place = sort.findIndex(({ field }) => field === column.id);
  const order = sort[place];
  const sortable = column.sortable !== false;
  const aria = order ? (order.falls ? 'descending' : 'ascending') : 'none';
  const press = (event: MouseEvent) => onSort(column.id, event.shiftKey);
  return (
    <th role="columnheader" data-cell scope="col" tabIndex={sortable ? undefined : -1} className={isMeasure(column.kind) ? 'right' : undefined} {...(sortable ? { 'aria-sort': aria } : {})}>
      {sortable ? (
        <button type="button" className={order ? 'table-sort on' : 'table-sort'} tabIndex={-1} onClick={press} onKeyDown={onKeyDown}>
          <span className="ell">{column.label}</span>
          {order ? <Icon name="arrow-up" small {...(order.falls ? { className: 'falls' } : {})} /> : null}
          {order && sort.length > 1 ? <b aria-hidden="true">{place + 1}</b> : null}
        </button>
      ) : (
        <span className="ell">{column.label}</span>
      )}
      <i className="table-grip" aria-hidden="true" onMouseDown={onGrab} onTouchStart={onGrab} />
    </th>
  );
}
