// Makes the table of the rows that a run gathered; with WRITE=1 they take their places in the one between the marks of docs/benchmarks.md, where rows of
// what was not measured stay.
import { readFileSync, writeFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
const rows = readFileSync(new URL('build/bench-web.jsonl', root), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
const verdict = ({ target, reached }) => (target ? (reached ? 'reached' : '**missed**') : '');
const head = ['| what | target | result | |', '|---|---|---|---|'];
const lines = new Map(rows.map((row) => [row.what, `| ${row.what} | ${row.target ?? ''} | ${row.result} | ${verdict(row)} |`]));
console.log(`\n${[...head, ...lines.values()].join('\n')}\n`);

if (process.env.WRITE) {
  const page = new URL('docs/benchmarks.md', root);
  const [begin, end] = ['<!-- measured in the browser: begin -->', '<!-- measured in the browser: end -->'];
  const text = readFileSync(page, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error('docs/benchmarks.md lacks its marks for the browser');
  const before = text.slice(from + begin.length, to).trim().split('\n').slice(head.length);
  const all = new Map(before.map((line) => [line.split('|')[1]?.trim(), line]));
  lines.forEach((line, what) => all.set(what, line));
  writeFileSync(page, `${text.slice(0, from + begin.length)}\n${[...head, ...all.values()].join('\n')}\n${text.slice(to)}`);
}
