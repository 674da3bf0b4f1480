import { useCallback, type ReactNode } from 'react';

import { useText } from '../i18n';
import { Icon } from '../icons';
import type { TableColumn } from './column';
import { ColumnsMenu } from './columns-menu';
import { ExportMenu } from './export-menu';
import { Filters } from './filters';
import { QuickSearch } from './quick-search';
import type { ChangeTable, TableState } from './table-state';
import type { FetchPage } from './use-page';
import { ViewsMenu } from './views-menu';

interface ToolbarProps<Row> {
  id: string;
  label: string;
  columns: TableColumn<Row>[];
  shown: TableColumn<Row>[];
  fetchPage: FetchPage<Row>;
  state: TableState;
  change: ChangeTable;
  search?: boolean;
  searchLabel?: string;
  exportable?: boolean;
  actions?: ReactNode;
  sort?: string;
  sizes?: boolean;
}

/** The bar above a table: search, filters, views, columns, export and the screen's own buttons. */
export function Toolbar<Row>(props: ToolbarProps<Row>) {
  const { id, label, columns, shown, fetchPage, state, change, search = true, searchLabel, exportable = true, actions, sort = '', sizes = true } = props;
  const onSearch = useCallback((q: string) => change({ q }, 'replace'), [change]);
  return (
    <div className="table-bar">
      {search ? <QuickSearch value={state.q} placeholder={searchLabel} onSearch={onSearch} /> : null}
      <Filters columns={columns} filters={state.filters} onChange={(filters) => change({ filters })} />
      <span className="grow" />
      <NarrowSort columns={columns} state={state} change={change} />
      <ViewsMenu id={id} state={state} change={change} sort={sort} sizes={sizes} />
      <ColumnsMenu columns={columns} shown={shown} onChange={(next) => change({ columns: next })} />
      {exportable ? <ExportMenu label={label} columns={shown} query={state} fetchPage={fetchPage} /> : null}
      {actions}
    </div>
  );
}

/** The order as a list, where rows are cards and have no heads to press. */
function NarrowSort<Row>({ columns, state, change }: Pick<ToolbarProps<Row>, 'columns' | 'state' | 'change'>) {
  const t = useText();
  const [first] = state.sort;
  return (
    <label className="only-narrow row table-sort" title={t('table.sortBy')}>
      <span className="unseen">{t('table.sortBy')}</span>
      <Icon name="sort" small />
      <select className="field" value={first ? `${first.falls ? '-' : ''}${first.field}` : ''} onChange={({ target: { value } }) => change({ sort: [{ field: value.replace(/^-/, ''), falls: value.startsWith('-') }] })}>
        {first ? null : <option value="">{t('table.sortBy')}</option>}
        {columns
          .filter(({ sortable }) => sortable !== false)
          .flatMap(({ id, label }) => [
            <option key={id} value={id}>{`${label} ↑`}</option>,
            <option key={`-${id}`} value={`-${id}`}>{`${label} ↓`}</option>,
          ])}
      </select>
    </label>
  );
}
