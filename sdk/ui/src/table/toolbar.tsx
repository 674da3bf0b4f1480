import { useCallback, type ReactNode } from 'react';

import type { TableColumn } from './column';
import { QuickSearch } from './quick-search';
import type { ChangeTable, TableState } from './table-state';
import type { FetchPage, TablePage } from './use-page';

export interface ToolbarProps<Row> {
  id: string;
  label: string;
  columns: TableColumn<Row>[];
  shown: TableColumn<Row>[];
  page: TablePage<Row> | undefined;
  fetchPage: FetchPage<Row>;
  state: TableState;
  change: ChangeTable;
  search?: boolean;
  searchLabel?: string;
  exportable?: boolean;
  actions?: ReactNode;
}

/** The bar above a table: search, filters, views, columns, export and the screen's own buttons. */
export function Toolbar<Row>({ state, change, search = true, searchLabel, actions }: ToolbarProps<Row>) {
  const onSearch = useCallback((q: string) => change({ q }, 'replace'), [change]);
  return (
    <div className="table-bar">
      {search ? <QuickSearch value={state.q} placeholder={searchLabel} onSearch={onSearch} /> : null}
      <span className="grow" />
      {actions}
    </div>
  );
}
