// Adds up the counts that the suites wrote and prints them as the last line: "123 passed, 0 failed". Above it stands what failed, and what
// passed only when it ran once more, a few lines each.
// Usage: node scripts/test-counts.mjs <folder>; files: *.json of scripts/go-test.mjs and scripts/web-test.mjs, playwright.json
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const folder = process.argv[2];
const linesOfOne = 6;

/** { passed, failed, skipped, failures: [{ name, text }], flaky: [the same] } of one report. */
function countsOf(report) {
  if (!('stats' in report)) return report;
  const { expected, unexpected, flaky, skipped } = report.stats;
  const specs = report.suites.flatMap(specsOf);
  const errors = (report.errors ?? []).map(({ message }) => ({ name: 'playwright', text: message }));
  return { passed: expected + flaky, failed: unexpected + errors.length, skipped, failures: [...specs.filter(({ status }) => status === 'unexpected'), ...errors], flaky: specs.filter(({ status }) => status === 'flaky') };
}

/** The tests of a suite of Playwright's: `{ name, status, text }` each, text of the first run that failed. */
function specsOf({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests.map(({ status, results }) => ({ name: `${file} › ${title}`, status, text: results.flatMap(({ errors }) => errors).map(({ message }) => message).join('\n') })),
  );
  return [...own, ...suites.flatMap(specsOf)];
}

function print(kind, { name, text }) {
  const lines = stripVTControlCharacters(text).split('\n').map((line) => line.trimEnd()).filter((line) => line.trim() !== '' && !line.startsWith('=== '));
  process.stdout.write(`${kind}: ${name}\n${lines.slice(0, linesOfOne).map((line) => `    ${line.slice(0, 200)}\n`).join('')}`);
}

const reports = readdirSync(folder).filter((name) => name.endsWith('.json')).map((file) => countsOf(JSON.parse(readFileSync(join(folder, file), 'utf8'))));
const sum = (kind) => reports.reduce((total, report) => total + (report[kind] ?? 0), 0);

for (const kind of ['flaky', 'failures']) {
  for (const test of reports.flatMap((report) => report[kind] ?? [])) print(kind === 'flaky' ? 'flaky' : 'failed', test);
}
process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed${sum('skipped') ? `, ${sum('skipped')} skipped` : ''}\n`);
