import { Icon, useText } from '@outrider/sdk';
import { useMemo, useState, type ReactNode } from 'react';

/** One column: what its cells show, and by what they are ordered. */
export interface Column<Row> {
  id: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** Makes the column one to sort by. */
  value?: (row: Row) => string | number;
  align?: 'end';
}

interface DataListProps<Row> {
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  rowId: (row: Row) => string;
  /** Makes the first cell of a row a button. */
  onOpen?: (row: Row) => void;
  /** The last cell: what can be done with a row. */
  actions?: (row: Row) => ReactNode;
}

/** A table of everything at once, sorted in place; on a narrow page each row is a card. For lists that live in memory: those of many pages use the table of the SDK. */
export function DataList<Row>({ label, columns, rows, rowId, onOpen, actions }: DataListProps<Row>) {
  const t = useText('admin');
  const [order, setOrder] = useState<{ id: string; falls: boolean }>();
  const sorted = useMemo(() => sortRows(rows, columns.find(({ id }) => id === order?.id)?.value, order?.falls ?? false), [rows, columns, order]);
  const sortBy = (id: string) => setOrder((now) => (now?.id !== id ? { id, falls: false } : now.falls ? undefined : { id, falls: true }));

  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
    <div className="ops-scroll" role="region" aria-label={label} tabIndex={0}>
      <table className="ops-table" aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ id, label: head, value, align }) => (
              <th key={id} scope="col" className={align} aria-sort={order?.id !== id ? undefined : order.falls ? 'descending' : 'ascending'}>
                {value ? (
                  <button type="button" onClick={() => sortBy(id)}>
                    {head}
                    <Icon name={order?.id === id ? 'chevron-down' : 'up-down'} small className={order?.id === id && !order.falls ? 'turned' : ''} />
                  </button>
                ) : (
                  head
                )}
              </th>
            ))}
            {actions ? (
              <th scope="col">
                <span className="unseen">{t('actions')}</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={rowId(row)}>
              {columns.map(({ id, label: head, cell, align }, index) => (
                <td key={id} data-label={head} className={align}>
                  {index === 0 && onOpen ? (
                    <button type="button" className="ops-open" onClick={() => onOpen(row)}>
                      {cell(row)}
                    </button>
                  ) : (
                    cell(row)
                  )}
                </td>
              ))}
              {actions ? <td className="ops-acts">{actions(row)}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Rows in the order of a column; without one as they came. */
export function sortRows<Row>(rows: Row[], value: ((row: Row) => string | number) | undefined, falls: boolean): Row[] {
  if (!value) {
    return rows;
  }
  const compare = (a: Row, b: Row) => {
    const [left, right] = [value(a), value(b)];
    return typeof left === 'number' && typeof right === 'number' ? left - right : String(left).localeCompare(String(right), undefined, { numeric: true });
  };
  return [...rows].sort((a, b) => (falls ? compare(b, a) : compare(a, b)));
}
