// Runs `go test ./...` in a folder, prints a line a package and the whole output of what fails, and writes the counts of tests with what failed.
// Usage: node scripts/go-test.mjs <folder> <counts file> [flags of go test]
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [folder, countsFile, ...flags] = process.argv.slice(2);
const counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
const outputOf = new Map();

const keyOf = ({ Package = '', Test = '' }) => `${Package} ${Test}`;
const counted = { pass: 'passed', fail: 'failed', skip: 'skipped' };

function note(event) {
  if (event.Action === 'output' || event.Action === 'build-output') {
    const key = event.ImportPath ? `build ${event.ImportPath}` : keyOf(event);
    outputOf.set(key, (outputOf.get(key) ?? '') + event.Output);
    return;
  }
  const kind = counted[event.Action];
  if (event.Test && kind) counts[kind] += 1;
  if (event.Action === 'fail') {
    const output = outputOf.get(event.FailedBuild ? `build ${event.FailedBuild}` : keyOf(event)) ?? '';
    process.stdout.write(output);
    if (event.Test || event.FailedBuild) counts.failures.push({ name: keyOf(event), text: output.replace(/^=== .*\n/gm, '') });
  }
  if (!event.Test && event.Action === 'pass') process.stdout.write(`ok    ${event.Package} ${event.Elapsed}s\n`);
  outputOf.delete(keyOf(event));
}

const go = spawn('go', ['test', '-json', '-timeout', '15m', ...flags, './...'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
createInterface({ input: go.stdout }).on('line', (line) => {
  try {
    note(JSON.parse(line));
  } catch {
    process.stdout.write(`${line}\n`);
  }
});
go.on('close', (code) => {
  if (code !== 0 && counts.failed === 0) counts.failed = 1; // a package that does not build, or a run that was ended
  writeFileSync(countsFile, JSON.stringify(counts));
  process.exit(code ?? 1);
});
