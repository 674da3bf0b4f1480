import { distanceIn, speedIn, volumeIn, type Format } from '../units';
import type { ColumnOption, CellValue, TableColumn } from './column';

/** What yes and no are called. */
export interface YesNoText {
  yes: string;
  no: string;
}

/** A cell as the user reads it. */
export function cellText<Row>(column: TableColumn<Row>, row: Row, format: Format, words: YesNoText): string {
  return valueText(column, column.value(row), format, words);
}

/** A value of a column as the user reads it; a missing one is a dash. */
export function valueText<Row>({ kind = 'text', options, digits }: TableColumn<Row>, value: CellValue, format: Format, words: YesNoText): string {
  if (value === null || value === undefined || value === '') {
    return '–';
  }
  const number = Number(value);
  switch (kind) {
    case 'number':
      return format.number(number, digits ?? 2);
    case 'speed':
      return format.speed(number);
    case 'distance':
      return format.distance(number, digits);
    case 'volume':
      return format.volume(number, digits);
    case 'percent':
      return format.percent(number);
    case 'duration':
      return format.duration(number);
    case 'date':
      return format.date(value as string | number | Date);
    case 'date-time':
      return format.dateTime(value as string | number | Date);
    case 'one-of':
      return optionOf(options, value) ?? String(value);
    case 'yes-no':
      return optionOf(options, value) ?? (value === true || value === 'true' ? words.yes : words.no);
    case 'text':
      return String(value);
  }
}

function optionOf(options: readonly ColumnOption[] | undefined, value: unknown): string | undefined {
  return options?.find((option) => option.value === String(value))?.label;
}

/** A measure in the user's unit, unrounded. */
export function inUserUnit({ kind }: Pick<TableColumn<never>, 'kind'>, value: number, format: Format): number {
  const { units } = format.settings;
  switch (kind) {
    case 'speed':
      return speedIn(units, value);
    case 'distance':
      return distanceIn(units, value);
    case 'volume':
      return volumeIn(units, value);
    default:
      return value;
  }
}

/** A number of the user's unit as the system's. */
export function fromUserUnit(column: Pick<TableColumn<never>, 'kind'>, value: number, format: Format): number {
  return value / inUserUnit(column, 1, format);
}

/** The unit that a column's numbers are typed and exported in; empty for none. */
export function unitOf({ kind }: Pick<TableColumn<never>, 'kind'>, format: Format): string {
  switch (kind) {
    case 'speed':
      return format.speedUnit;
    case 'distance':
      return format.distanceUnit;
    case 'volume':
      return format.settings.units === 'Metric' ? 'l' : 'gal';
    case 'percent':
      return '%';
    case 'duration':
      return 's';
    default:
      return '';
  }
}
