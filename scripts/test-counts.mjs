// Adds up the counts that the suites wrote and prints them as the last line: "123 passed, 0 failed".
// Usage: node scripts/test-counts.mjs <folder>; files: *.json of scripts/go-test.mjs, vitest.json, playwright.json
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2];

/** The counts of one report, whichever suite wrote it. */
function countsOf(report) {
  if ('numPassedTests' in report) return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests };
  if ('stats' in report) {
    const { expected, unexpected, flaky, skipped } = report.stats;
    return { passed: expected, failed: unexpected + flaky, skipped };
  }
  return report;
}

const sum = { passed: 0, failed: 0, skipped: 0 };
for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
  const counts = countsOf(JSON.parse(readFileSync(join(folder, file), 'utf8')));
  for (const kind of Object.keys(sum)) sum[kind] += counts[kind] ?? 0;
}
process.stdout.write(`${sum.passed} passed, ${sum.failed} failed${sum.skipped ? `, ${sum.skipped} skipped` : ''}\n`);
