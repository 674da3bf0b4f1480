/** The operators of a filter; what they mean is in docs/contracts/author.md, "Lists and tables". */
export const filterOps = ['contains', 'eq', 'ne', 'in', 'gt', 'gte', 'lt', 'lte', 'empty'] as const;

/** One of {@link filterOps}. */
export type FilterOp = (typeof filterOps)[number];

/** One condition. Values are as the API reads them: system units, RFC 3339, `true` and `false`. */
export interface ListFilter {
  field: string;
  op: FilterOp;
  /** One value; several for `in`; `true` or `false` for `empty`. */
  values: string[];
}

/** One field of the order. */
export interface ListSort {
  field: string;
  /** From large to small. */
  falls: boolean;
}

/** What a table asks a list for. */
export interface ListQuery {
  /** From 1. */
  page: number;
  /** Rows a page. */
  size: number;
  sort: ListSort[];
  /** Quick search; empty for none. */
  q: string;
  filters: ListFilter[];
}

/** `-name,year` for an order; empty for none. */
export function sortText(sort: ListSort[]): string {
  return sort.map(({ field, falls }) => (falls ? `-${field}` : field)).join(',');
}

/** The order that {@link sortText} wrote. */
export function parseSort(text: string): ListSort[] {
  return text
    .split(',')
    .filter(Boolean)
    .map((name) => ({ field: name.replace(/^-/, ''), falls: name.startsWith('-') }));
}

/** `field:op:value` for a filter. */
export function filterText({ field, op, values }: ListFilter): string {
  return `${field}:${op}:${values.map(escaped).join(',')}`;
}

/** The filter that {@link filterText} wrote; undefined for what is none. */
export function parseFilter(text: string): ListFilter | undefined {
  const [, field, name, rest = ''] = /^([^:]+):([^:]+)(?::([^]*))?$/.exec(text) ?? [];
  const op = filterOps.find((one) => one === name);
  if (!field || !op) {
    return undefined;
  }
  return { field, op, values: op === 'in' ? splitAtCommas(rest) : [unescaped(rest)] };
}

/** The query as parameters of an API call: `get(path, schema, { query: listParameters(query), signal })`. */
export function listParameters({ page, size, sort, q, filters }: ListQuery): Record<string, string | number | string[] | undefined> {
  return {
    page_num: page,
    page_size: size,
    sort: sortText(sort) || undefined,
    q: q.trim() || undefined,
    filter: filters.map(filterText),
  };
}

function escaped(value: string): string {
  return value.replace(/[\\,:]/g, '\\$&');
}

function unescaped(value: string): string {
  return value.replace(/\\([^])/g, '$1');
}

function splitAtCommas(text: string): string[] {
  const parts = [''];
  for (const [sign] of text.matchAll(/\\[^]|[^]/g)) {
    if (sign === ',') {
      parts.push('');
    } else {
      parts[parts.length - 1] += unescaped(sign);
    }
  }
  return parts;
}
