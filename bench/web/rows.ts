import { appendFileSync } from 'node:fs';
import path from 'node:path';

/** Where the rows of a run are gathered; `report.mjs` makes the table of them. */
const file = path.resolve(__dirname, '../../build/bench-web.jsonl');

/** One figure of the table; without a target nothing was promised. */
export interface Row {
  what: string;
  target?: string;
  result: string;
  reached?: boolean;
}

/** Adds a row, and shows it. */
export function addRow(row: Row): void {
  appendFileSync(file, `${JSON.stringify(row)}\n`);
  console.log(`  ${row.what}: ${row.result}${row.target ? ` (${row.target}: ${row.reached ? 'reached' : 'missed'})` : ''}`);
}
