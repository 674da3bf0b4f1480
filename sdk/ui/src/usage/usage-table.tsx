import { useMemo, useState, type ReactNode } from 'react';

import { Explain } from '../explain';

/** A column of a row a vehicle. */
export interface UsageColumn<R> {
  key: string;
  label: string;
  /** By which rule it is made, for who asks. */
  about?: string | undefined;
  /** Stands at the right, and falls when it is first sorted. */
  isNumber?: boolean;
  value: (row: R) => string | number | undefined;
  show: (row: R) => ReactNode;
  /** What all rows come to, where that says something. */
  total?: ReactNode;
}

export interface UsageTableProps<R> {
  columns: readonly UsageColumn<R>[];
  rows: readonly R[];
  keyOf: (row: R) => string;
  first: { key: string; falls: boolean };
  /** Key of the row that is shown elsewhere. */
  chosen?: string | undefined;
}

/** All rows of a page about vehicles, sorted in the browser. */
export function UsageTable<R>({ columns, rows, keyOf, first, chosen }: UsageTableProps<R>) {
  const [sort, setSort] = useState(first);
  const by = columns.find(({ key }) => key === sort.key);
  const sorted = useMemo(() => (by ? [...rows].sort((a, b) => compare(by.value(a), by.value(b)) * (sort.falls ? -1 : 1)) : rows), [rows, by, sort]);
  return (
    <div className="card usage-scroll">
      <table className="usage-table">
        <thead>
          <tr>
            {columns.map(({ key, label, about, isNumber = false }) => (
              <th key={key} scope="col" className={isNumber ? 'right' : undefined} aria-sort={sort.key === key ? (sort.falls ? 'descending' : 'ascending') : 'none'}>
                <button type="button" onClick={() => setSort({ key, falls: sort.key === key ? !sort.falls : isNumber })}>
                  {label}
                  {sort.key === key ? (sort.falls ? ' ↓' : ' ↑') : ''}
                </button>
                {about ? <Explain about={label}>{about}</Explain> : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={keyOf(row)} className={keyOf(row) === chosen ? 'on' : undefined}>
              {columns.map(({ key, isNumber, show }) => <td key={key} className={isNumber ? 'num right' : undefined}>{show(row)}</td>)}
            </tr>
          ))}
        </tbody>
        {columns.some(({ total }) => total !== undefined) ? (
          <tfoot>
            <tr>{columns.map(({ key, isNumber, total }) => <td key={key} className={isNumber ? 'num right' : undefined}>{total}</td>)}</tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  );
}

function compare(a: string | number | undefined, b: string | number | undefined): number {
  if (typeof a === 'string' || typeof b === 'string') return String(a ?? '').localeCompare(String(b ?? ''));
  return (a ?? -1) - (b ?? -1);
}
