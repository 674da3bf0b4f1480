import { useCallback, useDeferredValue, useEffect, useMemo, type ReactNode } from 'react';

import { Button } from '../buttons';
import { Empty, Failure, Stale } from '../states';
import type { IconName } from '../icons';
import { useText } from '../i18n';
import { useDensity } from '../preferences';
import { useFormat } from '../units';
import { BulkBar } from './bulk-bar';
import type { BulkAction, RowAction, TableColumn, TableSelection } from './column';
import { Pager } from './pager';
import type { RowPatches } from './row-patches';
import { useSavedViews } from './saved-views';
import { useSelection } from './selection';
import { TableGrid } from './table-grid';
import { defaultsOf, readState, useAddressState, useOwnState, type ChangeTable, type TableDefaults, type TableState } from './table-state';
import { Toolbar } from './toolbar';
import { useColumns } from './use-columns';
import { usePage, type FetchPage } from './use-page';

import './table.css';

/** A table of one list of the API. */
export interface DataTableProps<Row> {
  /** Names the table in saved views and among the queries: `vehicles`. */
  id: string;
  /** What it lists, for those who do not see it and for exported files. */
  label: string;
  /** The same array between renders, or every row is drawn again. */
  columns: TableColumn<Row>[];
  rowKey: (row: Row) => string;
  fetchPage: FetchPage<Row>;
  /** The order without a choice, as in the API: `name` or `-at,name`. */
  sort?: string;
  /** False where the list has no quick search. */
  search?: boolean;
  searchLabel?: string;
  /** False hides the choice of rows a page; there are 15 then. */
  sizes?: boolean;
  /** Keeps the state in the page's address under names that begin with this; false keeps it within the table, as in a dialog. */
  address?: string | false;
  /** What a click on a row, or Enter, does. */
  onOpen?: (row: Row) => void;
  rowActions?: (row: Row) => RowAction[];
  /** With them rows can be selected. */
  bulkActions?: BulkAction<Row>[];
  /** Rows that change live; see {@link RowPatches}. */
  patches?: RowPatches<Row>;
  /** Buttons at the end of the toolbar. */
  actions?: ReactNode;
  /** What to say of a list that has no rows at all. */
  empty?: { title: string; text?: string; icon?: IconName; action?: ReactNode };
  /** False takes export away. */
  exportable?: boolean;
}

/** The table of the product; see the README of the SDK. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { sort = '', sizes = true, address = '' } = props;
  const defaults = useMemo(() => defaultsOf(sort, sizes), [sort, sizes]);
  return address === false ? <OwnTable {...props} defaults={defaults} /> : <AddressTable {...props} defaults={defaults} prefix={address} />;
}

type WithDefaults<Row> = DataTableProps<Row> & { defaults: TableDefaults };

function AddressTable<Row>({ prefix, ...props }: WithDefaults<Row> & { prefix: string }) {
  const { views, standard } = useSavedViews(props.id);
  const start = views.find(({ id }) => id === standard);
  const initial = useMemo(() => start && { ...readState(new URLSearchParams(start.state), props.defaults), view: start.id }, [start, props.defaults]);
  const [state, change] = useAddressState(props.defaults, prefix, initial);
  return <TableOf {...props} state={state} change={change} />;
}

function OwnTable<Row>(props: WithDefaults<Row>) {
  const [state, change] = useOwnState(props.defaults);
  return <TableOf {...props} state={state} change={change} />;
}

function TableOf<Row>(props: WithDefaults<Row> & { state: TableState; change: ChangeTable }) {
  const { id, label, columns, rowKey, fetchPage, bulkActions, patches, rowActions, onOpen, defaults, state, change } = props;
  const { data, error, isPlaceholderData, isFetching, refetch, dataUpdatedAt } = usePage(id, state, fetchPage, patches);
  // A hundred new rows are drawn between keys, never before one is answered.
  const page = useDeferredValue(data);
  const density = useDensity();
  const shown = useColumns(columns, state.columns);
  const control = useSelection(state);
  const selection = bulkActions && bulkActions.length > 0 ? control : undefined;
  const chosen = selection && page ? selectionOf(selection, page.rows, rowKey, page.total, state) : undefined;
  const pageCount = Math.max(1, page?.pageCount ?? 1);
  const beyond = data !== undefined && data === page && !isPlaceholderData && data.rows.length === 0 && state.page > pageCount;
  const onSort = useCallback((sort: TableState['sort']) => change({ sort }), [change]);
  useEffect(() => {
    if (beyond) {
      change({ page: pageCount }, 'replace');
    }
  }, [beyond, pageCount, change]);
  return (
    <section className="table" aria-label={label} data-density={density}>
      <Toolbar {...props} shown={shown.columns} />
      {chosen && chosen.count > 0 && bulkActions ? <BulkBar actions={bulkActions} selection={chosen} total={page?.total ?? 0} onAll={control.all} /> : null}
      {error && page ? <StaleRows at={dataUpdatedAt} onRetry={() => void refetch()} /> : null}
      <TableGrid
        label={label}
        shown={shown}
        page={error && !page ? { rows: [], total: 0, pageCount: 1 } : page}
        query={state}
        rowKey={rowKey}
        selection={selection}
        patches={patches}
        rowActions={rowActions}
        onOpen={onOpen}
        onSort={onSort}
        busy={isFetching}
        instead={error && !page ? <Failure error={error} onRetry={() => void refetch()} /> : page?.rows.length === 0 && !beyond ? <NoRows {...props} /> : null}
      />
      <Pager
        page={state.page}
        pageCount={pageCount}
        size={state.size}
        total={page?.total}
        sizes={defaults.sizes}
        onPage={(next) => change({ page: next })}
        onSize={(size) => change({ size })}
      />
    </section>
  );
}

function selectionOf<Row>(control: ReturnType<typeof useSelection>, rows: Row[], rowKey: (row: Row) => string, total: number, query: TableState): TableSelection<Row> {
  const { all, keys } = control.chosen;
  return { all, keys: [...keys], count: control.count(total), rows: rows.filter((row) => control.has(rowKey(row))), query, clear: control.clear };
}

function NoRows<Row>({ empty, state, change }: DataTableProps<Row> & { state: TableState; change: ChangeTable }) {
  const t = useText();
  if (state.filters.length === 0 && state.q === '') {
    return (
      <Empty title={empty?.title ?? t('table.empty')} {...(empty?.icon ? { icon: empty.icon } : {})} action={empty?.action}>
        {empty?.text}
      </Empty>
    );
  }
  return (
    <Empty
      icon="search"
      title={t('table.noMatch')}
      action={
        <Button onClick={() => change({ filters: [], q: '' })}>
          {t('table.clearFilters')}
        </Button>
      }
    />
  );
}

function StaleRows({ at, onRetry }: { at: number; onRetry: () => void }) {
  const format = useFormat();
  return <Stale age={format.dateTime(at)} onRetry={onRetry} />;
}
