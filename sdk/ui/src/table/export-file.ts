import type { Cell } from 'write-excel-file/browser';

import { localDateTime, type Format } from '../units';
import { cellText, inUserUnit, unitOf, type YesNoText } from './cell-text';
import { isMeasure, type TableColumn } from './column';

/** How a file is written for one user. */
export interface ExportSettings {
  format: Format;
  words: YesNoText;
}

/** What begins a formula in a spreadsheet, and what could end a cell before it. */
const dangerous = /^[=+\-@\t\r\n]/;

/**
 * Comma-separated values as the user's spreadsheet reads them: with a decimal comma the separator is a semicolon. Measures are numbers
 * of the user's unit, times are the organisation's; text that a spreadsheet would run as a formula gets an apostrophe before it.
 */
export function csvOf<Row>(columns: TableColumn<Row>[], rows: Row[], { format, words }: ExportSettings): string {
  const decimal = new Intl.NumberFormat(format.settings.locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  const separator = decimal === ',' ? ';' : ',';
  const cell = (column: TableColumn<Row>, row: Row) => {
    const number = measure(column, row, format);
    return number === undefined ? quoted(harmless(textOf(column, row, format, words)), separator) : quoted(String(number).replace('.', decimal), separator);
  };
  const lines = [columns.map((column) => quoted(harmless(headOf(column, format)), separator)), ...rows.map((row) => columns.map((column) => cell(column, row)))];
  return `\uFEFF${lines.map((line) => line.join(separator)).join('\r\n')}\r\n`;
}

/** The same as cells of a workbook, where numbers and times are of their own type. */
export function cellsOf<Row>(columns: TableColumn<Row>[], rows: Row[], { format, words }: ExportSettings): Cell[][] {
  const cell = (column: TableColumn<Row>, row: Row): Cell => {
    const number = measure(column, row, format);
    if (number !== undefined) {
      return { value: number, type: Number };
    }
    const at = timeOf(column, row, format);
    if (at) {
      return { value: at, type: Date, format: column.kind === 'date' ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss' };
    }
    const text = textOf(column, row, format, words);
    return text === '' ? null : { value: text, type: String };
  };
  return [
    columns.map((column) => ({ value: headOf(column, format), type: String, fontWeight: 'bold' as const })),
    ...rows.map((row) => columns.map((column) => cell(column, row))),
  ];
}

/** A workbook with one sheet. The writer is fetched only now. */
export async function xlsxOf<Row>(name: string, columns: TableColumn<Row>[], rows: Row[], settings: ExportSettings): Promise<Blob> {
  const { default: write } = await import('write-excel-file/browser');
  const sheet = name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31);
  return write(cellsOf(columns, rows, settings), { sheet, stickyRowsCount: 1, columns: columns.map(({ width = 160 }) => ({ width: Math.round(width / 7) })) }).toBlob();
}

function headOf<Row>(column: TableColumn<Row>, format: Format): string {
  const unit = isMeasure(column.kind) ? unitOf(column, format) : '';
  return unit ? `${column.label} (${unit})` : column.label;
}

function measure<Row>(column: TableColumn<Row>, row: Row, format: Format): number | undefined {
  const value = column.value(row);
  if (!isMeasure(column.kind) || typeof value !== 'number' || !Number.isFinite(value)) {
    return undefined;
  }
  const digits = 10 ** (column.digits ?? 2);
  return Math.round(inUserUnit(column, value, format) * digits) / digits;
}

/** An instant as the date cell that shows the organisation's clock: a workbook knows no zones. */
function timeOf<Row>({ kind, value }: TableColumn<Row>, row: Row, format: Format): Date | undefined {
  const raw = value(row);
  if ((kind !== 'date' && kind !== 'date-time') || raw === null || raw === undefined || raw === '' || typeof raw === 'boolean') {
    return undefined;
  }
  const at = new Date(raw).getTime();
  return Number.isNaN(at) ? undefined : new Date(`${localDateTime(at, format.settings.zone)}Z`);
}

function textOf<Row>(column: TableColumn<Row>, row: Row, format: Format, words: YesNoText): string {
  const value = column.value(row);
  return value === null || value === undefined || value === '' ? '' : cellText(column, row, format, words);
}

function harmless(text: string): string {
  return dangerous.test(text) ? `'${text}` : text;
}

function quoted(text: string, separator: string): string {
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
