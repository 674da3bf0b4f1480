import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';

import type { TableColumn } from './column';
import { headWidth } from './head-width';

const features = tableFeatures({ columnOrderingFeature, columnResizingFeature, columnSizingFeature, columnVisibilityFeature });
const noRows: never[] = [];

/** Pixels of a column that names no width, and the least that any can be made. */
const usualPx = 160;
const leastPx = 64;

/** The columns as they are shown: which, in which order, how wide. */
export interface ShownColumns<Row> {
  columns: TableColumn<Row>[];
  widthOf: (id: string) => number;
  resizeStart: (id: string) => (event: unknown) => void;
  resizeBy: (id: string, px: number) => void;
}

/** The columns that are shown without a choice. */
export function usualColumns<Row>(columns: TableColumn<Row>[]): string[] {
  return columns.filter(({ hidden }) => !hidden).map(({ id }) => id);
}

/** Lays a choice of columns (ids in order) over the declared ones; fixed columns always show. */
export function useColumns<Row>(declared: TableColumn<Row>[], chosen: string[] | undefined): ShownColumns<Row> {
  const order = useMemo(() => chosenColumns(declared, chosen), [declared, chosen]);
  const columns = useMemo(() => declared.map(({ id, label, width }) => ({ id, size: Math.max(width ?? usualPx, headWidth(label)), minSize: leastPx })), [declared]);
  const columnVisibility = useMemo(() => Object.fromEntries(declared.map(({ id }) => [id, order.includes(id)])), [declared, order]);
  const table = useTable({ features, columns, data: noRows, columnResizeMode: 'onChange', state: { columnOrder: order, columnVisibility } });
  const shown = useMemo(() => order.map((id) => declared.find((one) => one.id === id)).filter((one) => one !== undefined), [declared, order]);
  const headers = table.getFlatHeaders();
  const widthOf = (id: string) => table.getColumn(id)?.getSize() ?? usualPx;
  return {
    columns: shown,
    widthOf,
    resizeStart: (id) => (event) => headers.find((header) => header.column.id === id)?.getResizeHandler()(event),
    resizeBy: (id, px) => table.setColumnSizing((before) => ({ ...before, [id]: Math.max(leastPx, widthOf(id) + px) })),
  };
}

function chosenColumns<Row>(declared: TableColumn<Row>[], chosen: string[] | undefined): string[] {
  if (!chosen) {
    return usualColumns(declared);
  }
  const known = chosen.filter((id) => declared.some((one) => one.id === id));
  const fixed = declared.filter(({ id, fixed: always }) => always && !known.includes(id)).map(({ id }) => id);
  return [...fixed, ...known];
}
