// Adds up the counts that the suites wrote and prints them as the last line: "123 passed, 0 failed". What failed stands above it, a few lines each.
// Usage: node scripts/test-counts.mjs <folder>; files: *.json of scripts/go-test.mjs, vitest.json, playwright.json
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const folder = process.argv[2];
const linesOfOne = 6;

/** The counts of one report, whichever suite wrote it, and what failed: `{ name, text }` each. */
function countsOf(report) {
  if ('numPassedTests' in report) {
    return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests, failures: failuresOfVitest(report) };
  }
  if ('stats' in report) {
    const { expected, unexpected, flaky, skipped } = report.stats;
    return { passed: expected, failed: unexpected + flaky, skipped, failures: report.suites.flatMap(failuresOfPlaywright) };
  }
  return report;
}

function failuresOfVitest({ testResults }) {
  const failed = testResults.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status === 'failed');
  return failed.map(({ fullName, failureMessages }) => ({ name: fullName, text: failureMessages.join('\n') }));
}

function failuresOfPlaywright({ specs = [], suites = [] }) {
  const failed = specs.filter(({ ok }) => !ok).map(({ title, file, tests }) => ({ name: `${file} › ${title}`, text: tests.flatMap(({ results }) => results).flatMap(({ errors }) => errors).map(({ message }) => message).join('\n') }));
  return [...failed, ...suites.flatMap(failuresOfPlaywright)];
}

const sum = { passed: 0, failed: 0, skipped: 0 };
for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
  const { failures = [], ...counts } = countsOf(JSON.parse(readFileSync(join(folder, file), 'utf8')));
  for (const kind of Object.keys(sum)) sum[kind] += counts[kind] ?? 0;
  for (const { name, text } of failures) {
    const lines = stripVTControlCharacters(text).split('\n').map((line) => line.trimEnd()).filter((line) => line.trim() !== '');
    process.stdout.write(`failed: ${name}\n${lines.slice(0, linesOfOne).map((line) => `    ${line.slice(0, 200)}\n`).join('')}`);
  }
}
process.stdout.write(`${sum.passed} passed, ${sum.failed} failed${sum.skipped ? `, ${sum.skipped} skipped` : ''}\n`);
