import { readNumber, writeNumber } from '../inputs/quantity';
import type { TextKey, Translate } from '../i18n';
import { instantOf, localDateTime, type Format } from '../units';
import { fromUserUnit, inUserUnit, unitOf, valueText, type YesNoText } from './cell-text';
import { isMeasure, opsOf, type TableColumn } from './column';
import type { FilterOp, ListFilter } from './list-query';

/** A condition as the panel offers it: "is not empty" is one of its own. */
export type Condition = FilterOp | 'notEmpty';

/** What the panel holds while it is filled in; `text` is as the user types it. */
export interface FilterDraft {
  field: string;
  condition: Condition;
  text: string;
  /** For `in`. */
  chosen: string[];
}

/** The conditions of a column, the usual one first. */
export function conditionsOf<Row>(column: TableColumn<Row>): Condition[] {
  return [...opsOf(column), 'notEmpty'];
}

/** The message key of a condition; times have words of their own. */
export function conditionKey(condition: Condition, { kind }: Pick<TableColumn<never>, 'kind'>): TextKey {
  const isTime = kind === 'date' || kind === 'date-time';
  return `table.op.${isTime && condition === 'gte' ? 'since' : isTime && condition === 'lt' ? 'before' : condition}`;
}

/** An empty draft for a column. */
export function newDraft<Row>(column: TableColumn<Row>): FilterDraft {
  const condition = conditionsOf(column)[0] ?? 'eq';
  return { field: column.id, condition, text: column.kind === 'yes-no' ? 'true' : '', chosen: [] };
}

/** The draft of a filter that is there. */
export function draftOf<Row>({ field, op, values }: ListFilter, column: TableColumn<Row>, format: Format): FilterDraft {
  const [value = ''] = values;
  if (op === 'empty') {
    return { field, condition: value === 'false' ? 'notEmpty' : 'empty', text: '', chosen: [] };
  }
  return { field, condition: op, text: typed(value, column, format), chosen: op === 'in' ? values : [] };
}

/** The filter that a draft means; undefined while it is not one. */
export function filterOf<Row>({ field, condition, text, chosen }: FilterDraft, column: TableColumn<Row>, format: Format): ListFilter | undefined {
  switch (condition) {
    case 'empty':
      return { field, op: 'empty', values: ['true'] };
    case 'notEmpty':
      return { field, op: 'empty', values: ['false'] };
    case 'in':
      return chosen.length > 0 ? { field, op: 'in', values: chosen } : undefined;
    default: {
      const value = read(text.trim(), column, format);
      return value === undefined ? undefined : { field, op: condition, values: [value] };
    }
  }
}

/** A filter in words: `Speed is at least 55 mph`. */
export function filterWords<Row>({ op, values, field }: ListFilter, column: TableColumn<Row> | undefined, format: Format, t: Translate): string {
  const words: YesNoText = { yes: t('table.yes'), no: t('table.no') };
  if (!column) {
    return `${field} ${t(`table.op.${op}`)} ${values.join(', ')}`;
  }
  if (op === 'empty') {
    return `${column.label} ${t(values[0] === 'false' ? 'table.op.notEmpty' : 'table.op.empty')}`;
  }
  const shown = values.map((value) => (column.kind === 'date' ? format.dateTime(value) : valueText(column, value, format, words))).join(', ');
  return `${column.label} ${t(conditionKey(op, column))} ${shown}`;
}

function typed<Row>(value: string, column: TableColumn<Row>, format: Format): string {
  if (isMeasure(column.kind)) {
    const number = inUserUnit(column, Number(value), format);
    return Number.isNaN(number) ? '' : writeNumber(number, 2, format.settings.locale);
  }
  if (column.kind === 'date' || column.kind === 'date-time') {
    const at = Date.parse(value);
    return Number.isNaN(at) ? '' : localDateTime(at, format.settings.zone).slice(0, 16);
  }
  return value;
}

function read<Row>(text: string, column: TableColumn<Row>, format: Format): string | undefined {
  if (text === '') {
    return undefined;
  }
  if (isMeasure(column.kind)) {
    const number = readNumber(text, format.settings.locale);
    return number === null || Number.isNaN(number) ? undefined : plain(fromUserUnit(column, number, format));
  }
  if (column.kind === 'date' || column.kind === 'date-time') {
    const at = instantOf(text.length === 16 ? `${text}:00` : text, format.settings.zone);
    return Number.isNaN(at) ? undefined : new Date(at).toISOString();
  }
  return text;
}

/** At most six digits after the point: what units leave behind is noise. */
function plain(value: number): string {
  return String(Math.round(value * 1e6) / 1e6);
}

/** The unit behind a value's field; empty for none. */
export function draftUnit<Row>(column: TableColumn<Row>, format: Format): string {
  return isMeasure(column.kind) ? unitOf(column, format) : '';
}
