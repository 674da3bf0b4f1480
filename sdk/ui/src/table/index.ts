/** The data table: `import { DataTable, listParameters, type TableColumn } from '@outrider/sdk/table'`. */
export { chosenRows } from './chosen-rows';
export { type BulkAction, type CellValue, type ColumnKind, type ColumnOption, type RowAction, type TableColumn, type TableSelection } from './column';
export { csvOf, type ExportSettings } from './export-file';
export { ExportMenu } from './export-menu';
export { DataTable, type DataTableProps } from './data-table';
export { filterOps, filterText, listParameters, parseFilter, parseSort, sortText, type FilterOp, type ListFilter, type ListQuery, type ListSort } from './list-query';
export { createRowPatches, type RowPatches } from './row-patches';
export { tableKey, type FetchPage, type TablePage } from './use-page';
