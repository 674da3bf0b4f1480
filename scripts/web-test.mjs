// Runs the web's tests, runs the files in which something failed once more, and writes the counts with what failed and what passed only then.
// Usage: node scripts/web-test.mjs <counts file>
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const [countsFile] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'web-test-'));

/** Runs vitest on the files, each with modules of its own, or on all; its exit code, and each file's tests: [{ file, message, tests: [{ name, status, text }] }]. */
function run(name, files) {
  const report = join(folder, `${name}.json`);
  const vitest = spawn('npx', ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile=${report}`, ...files], { stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...(files.length > 0 ? { WEB_TEST_ALONE: '1' } : {}) } });
  return new Promise((resolve, reject) => {
    vitest.on('error', reject);
    vitest.on('close', (code) => resolve({ code, files: existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults.map(fileOf) : [] }));
  });
}

function fileOf({ name, status, message, assertionResults }) {
  const tests = assertionResults.map(({ fullName, status: outcome, failureMessages }) => ({ name: fullName, status: outcome, text: failureMessages.join('\n') }));
  return { file: relative(process.cwd(), name), failed: status === 'failed', message, tests };
}

const failuresOf = ({ file, failed, message, tests }) => {
  const failures = tests.filter(({ status }) => status === 'failed').map(({ name, text }) => ({ name: `${file} ${name}`, text }));
  return failures.length === 0 && failed ? [{ name: file, text: message }] : failures;
};

const first = await run('first', []);
const failed = first.files.filter((one) => one.failed);
// An error outside of every test, or a process that could not start, names no file: then all of them run again.
const again = first.code === 0 ? { code: 0, files: [] } : await run('again', failed.map(({ file }) => file));
rmSync(folder, { recursive: true });

const second = new Map(again.files.map((one) => [one.file, one]));
const files = first.files.map((one) => second.get(one.file) ?? one);
const tests = files.flatMap((one) => one.tests);
const countOf = (...wanted) => tests.filter(({ status }) => wanted.includes(status)).length;
const failures = files.flatMap(failuresOf);
if (again.code !== 0 && failures.length === 0) failures.push({ name: 'vitest', text: `it ended with ${again.code} though no test failed` });
const stillFailing = new Set(failures.map(({ name }) => name));
const flaky = failed.flatMap(failuresOf).filter(({ name }) => !stillFailing.has(name));
if (first.code !== 0 && failed.length === 0 && again.code === 0) flaky.push({ name: 'vitest', text: `it ended with ${first.code} though no test failed` });
writeFileSync(countsFile, JSON.stringify({ passed: countOf('passed'), failed: failures.length, skipped: countOf('pending', 'skipped', 'todo'), failures, flaky }));
process.exit(failures.length === 0 ? 0 : 1);
