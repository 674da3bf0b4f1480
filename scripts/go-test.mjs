// Runs `go test ./...` in a folder, runs what failed once more, and writes the counts with what failed and what passed only then.
// Prints a line a package, and the whole output of what fails.
// Usage: node scripts/go-test.mjs <folder> <counts file> [flags of go test]
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

import { GoResults, textOf } from './go-test-results.mjs';

/** Tests that say so (t.Parallel) mostly wait, for video in its own time: more of them run at once than there are processors. */
const atOnce = 8;

/** More failures than this are no bad minute: they are not run again. */
const mostRunAgain = 12;

/** How long a package may take. One that hangs costs both, and the run has still to end in its time. */
const firstRun = '15m';
const secondRun = '6m';

const [folder, countsFile, ...flags] = process.argv.slice(2);

/** The results of one `go test`, without vet, of which make check has run all, and without tables for debuggers, which take a third of linking. */
function run(args) {
  const results = new GoResults();
  const go = spawn('go', ['test', '-json', '-vet=off', '-ldflags=-w', `-parallel=${atOnce}`, ...flags, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  createInterface({ input: go.stdout }).on('line', (line) => {
    if (!line.startsWith('{')) return process.stdout.write(`${line}\n`);
    const event = JSON.parse(line);
    const ended = results.note(event);
    if (ended?.outcome === 'passed') process.stdout.write(`ok    ${event.Package} ${ended.seconds}s\n`);
    if (ended?.outcome === 'failed') process.stdout.write(`${textOf(ended)}FAIL  ${event.Package} ${ended.seconds}s\n`);
  });
  return new Promise((resolve, reject) => {
    go.on('error', reject);
    go.on('close', (code) => resolve({ results, code }));
  });
}

/** The flags that choose what runs again of a package: the tests that failed or, when its process ended before their turn, all that had not passed. */
function choiceOf({ tests, passed }) {
  if (tests) return ['-run', `^(${tests.join('|')})$`];
  return passed.length > 0 ? ['-skip', `^(${passed.join('|')})$`] : [];
}

const { results, code } = await run(['-timeout', firstRun, './...']);
const failed = results.failed();
const size = failed.reduce((sum, { tests = [''] }) => sum + tests.length, 0);
if (size <= mostRunAgain) {
  for (const part of failed) {
    process.stdout.write(`again ${part.name} ${choiceOf(part).join(' ')}\n`);
    results.replace(part, (await run(['-timeout', secondRun, '-count=1', ...choiceOf(part), part.name])).results);
  }
}
const counts = results.counts();
if (code !== 0 && failed.length === 0) {
  counts.failed += 1; // the command itself could not run
  counts.failures.push({ name: `go test in ${folder}`, text: `it ended with ${code}` });
}
writeFileSync(countsFile, JSON.stringify(counts));
process.exit(counts.failed === 0 ? 0 : 1);
