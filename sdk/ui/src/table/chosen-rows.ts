import type { TableSelection } from './column';
import type { ListQuery } from './list-query';
import type { TablePage } from './use-page';

const pageSize = 500;

/** Every row that matches a query, whatever page the table shows. */
async function allMatching<Row>(query: ListQuery, listPage: (query: ListQuery) => Promise<TablePage<Row>>): Promise<Row[]> {
  const found: Row[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { rows, pageCount } = await listPage({ ...query, page, size: pageSize });
    found.push(...rows);
    pages = pageCount;
  }
  return found;
}

/** The rows that a selection means, on whatever page they are; those that are not on the table's page are read with `listPage`. */
export async function chosenRows<Row>(selection: TableSelection<NoInfer<Row>>, rowKey: (row: Row) => string, listPage: (query: ListQuery) => Promise<TablePage<Row>>): Promise<Row[]> {
  if (!selection.all && selection.rows.length === selection.keys.length) {
    return selection.rows;
  }
  const keys = new Set(selection.keys);
  const all = await allMatching(selection.all ? selection.query : { ...selection.query, q: '', filters: [] }, listPage);
  return all.filter((row) => keys.has(rowKey(row)) !== selection.all);
}
