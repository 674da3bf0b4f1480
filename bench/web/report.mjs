// Makes the table of the rows that a run gathered; with WRITE=1 it replaces the one between the marks of docs/benchmarks.md.
import { readFileSync, writeFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
const rows = readFileSync(new URL('build/bench-web.jsonl', root), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
const verdict = ({ target, reached }) => (target ? (reached ? 'reached' : '**missed**') : '');
const table = ['| what | target | result | |', '|---|---|---|---|', ...rows.map((row) => `| ${row.what} | ${row.target ?? ''} | ${row.result} | ${verdict(row)} |`)].join('\n');
console.log(`\n${table}\n`);

if (process.env.WRITE) {
  const page = new URL('docs/benchmarks.md', root);
  const [begin, end] = ['<!-- measured in the browser: begin -->', '<!-- measured in the browser: end -->'];
  const text = readFileSync(page, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error('docs/benchmarks.md lacks its marks for the browser');
  writeFileSync(page, `${text.slice(0, from + begin.length)}\n${table}\n${text.slice(to)}`);
}
