import { currentFormat, fieldText } from '@outrider/sdk';

import type { Names } from '../api/report';
import { economyText } from './economy';
import { isCount, type ReportColumn } from './report-kind';

/** A value as the user reads it: in their language, units and time; a dash for what is not known. */
export function valueText(column: Pick<ReportColumn, 'kind' | 'unit' | 'choices'>, value: unknown, names: Names): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'string' && (column.kind === 'vehicle' || column.kind === 'group')) return names[column.kind]?.[value] ?? value;
  const format = currentFormat();
  const economy = typeof value === 'number' ? economyText(format, column.unit, value) : undefined;
  return economy ?? fieldText(format, column, value) ?? String(value);
}

/** A total as the user reads it: a count is a plain number. */
export function totalText(column: Pick<ReportColumn, 'kind' | 'unit' | 'choices'>, total: { of: string }, value: unknown, names: Names): string {
  return isCount(total) ? valueText({ kind: 'number' }, value, names) : valueText(column, value, names);
}
