import type { Area } from '../api/permissions';
import { cellOf, type Column, type Staged } from './staged';

/** The matrix as a CSV file, as it is shown. */
export function matrixCsv(areas: Area[], columns: Column[], staged: Staged): Blob {
  const head = ['area', 'action', 'description', ...columns.map(({ label }) => label)];
  const lines = areas.flatMap(({ area, actions }) => actions.map((action) => [area, action.name, action.description, ...columns.map((column) => cellOf(staged, column, action.name).cell)]));
  return new Blob([[head, ...lines].map((line) => line.map(quoted).join(',')).join('\r\n')], { type: 'text/csv;charset=utf-8' });
}

/** A cell; what a spreadsheet would read as a formula begins with a quote. */
function quoted(text: string): string {
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
}
