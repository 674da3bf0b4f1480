// What a run of `go test -json` said: the outcome of every test, kept by package and top-level test, so that a second run can replace what failed.

const outcomes = { pass: 'passed', fail: 'failed', skip: 'skipped' };

/** `TestZip/empty` belongs to `TestZip`. */
const topLevel = (test) => test.split('/', 1)[0];

class PackageRun {
  tests = new Map(); // top-level test → Map(test → { outcome, output })
  output = '';
  outcome = undefined;

  note({ Action, Test, Output, Elapsed }) {
    if (Test) this.noteTest(topLevel(Test), Test, Action, Output);
    else if (Action === 'output') this.output += Output;
    else if (outcomes[Action]) Object.assign(this, { outcome: outcomes[Action], seconds: Elapsed });
  }

  noteTest(top, name, action, output = '') {
    if (!this.tests.has(top)) this.tests.set(top, new Map());
    const group = this.tests.get(top);
    if (!group.has(name)) group.set(name, { outcome: undefined, output: '' });
    const test = group.get(name);
    test.output += output;
    test.outcome = outcomes[action] ?? test.outcome;
  }

  /** The top-level tests that failed. */
  failedTests() {
    return [...this.tests].filter(([, group]) => [...group.values()].some(({ outcome }) => outcome === 'failed')).map(([top]) => top);
  }

  /** The top-level tests that had their turn and did not fail. */
  passedTests() {
    return [...this.tests].filter(([, group]) => [...group.values()].every(({ outcome }) => outcome && outcome !== 'failed')).map(([top]) => top);
  }

  /** Whether the process ended within a test. */
  wasCutShort() {
    return !this.ranToItsEnd() && this.passedTests().length < this.tests.size;
  }

  /** Whether every test had its turn. The testing package prints "FAIL" on a line of its own then; after a panic, a time-out or an exit it does not. */
  ranToItsEnd() {
    return /^FAIL$/m.test(this.output);
  }
}

/** The outcomes of one run, or of a run with those of a second one in place of what failed. */
export class GoResults {
  packages = new Map();
  builds = new Map(); // import path → what the compiler said
  flaky = [];

  /** Takes one line of `go test -json`, decoded; returns the package when it has ended. */
  note(event) {
    if (event.Action === 'build-output') {
      this.builds.set(event.ImportPath, (this.builds.get(event.ImportPath) ?? '') + event.Output);
      return undefined;
    }
    if (!event.Package) return undefined;
    if (!this.packages.has(event.Package)) this.packages.set(event.Package, new PackageRun());
    const run = this.packages.get(event.Package);
    run.note(event);
    if (event.FailedBuild) run.output += this.builds.get(event.FailedBuild) ?? '';
    return !event.Test && run.outcome ? run : undefined;
  }

  /** What to run again: [{ name, tests }] where every test had its turn, else [{ name, passed }]: all tests but those. */
  failed() {
    return [...this.packages].filter(([, run]) => run.outcome === 'failed' || !run.outcome).map(([name, run]) => {
      const tests = run.failedTests();
      return tests.length > 0 && run.ranToItsEnd() ? { name, tests } : { name, passed: run.wasCutShort() ? run.passedTests() : [] };
    });
  }

  /** Puts the second run of what `failed` named in the place of the first; what passes now is listed as flaky. */
  replace({ name, tests, passed = [] }, second) {
    const first = this.packages.get(name);
    const again = second.packages.get(name) ?? new PackageRun();
    if (!tests) {
      if (again.outcome === 'passed') this.flaky.push({ name, text: textOf(first) });
      for (const test of passed) again.tests.set(test, first.tests.get(test));
      this.packages.set(name, again);
      return;
    }
    const stillFailing = again.outcome === 'passed' ? [] : again.failedTests();
    for (const test of tests) {
      if (!again.tests.has(test)) continue; // the process ended before its turn: the first failure stands
      if (!stillFailing.includes(test)) this.flaky.push({ name: `${name} ${test}`, text: textOf(first, test) });
      first.tests.set(test, again.tests.get(test));
    }
    first.outcome = again.outcome;
    first.output = again.output;
  }

  /** { passed, failed, skipped, failures, flaky } of all packages. */
  counts() {
    const counts = { passed: 0, failed: 0, skipped: 0, failures: [], flaky: this.flaky };
    for (const [name, run] of this.packages) {
      let failures = 0;
      for (const test of [...run.tests.values()].flatMap((group) => [...group])) failures += count(counts, name, test);
      if (run.outcome !== 'passed' && run.outcome !== 'skipped' && failures === 0) {
        counts.failed += 1;
        counts.failures.push({ name, text: run.output });
      }
    }
    return counts;
  }
}

function count(counts, name, [test, { outcome, output }]) {
  if (!outcome) return 0; // it had begun when the process ended; the package says why
  counts[outcome] += 1;
  if (outcome !== 'failed') return 0;
  counts.failures.push({ name: `${name} ${test}`, text: output.replace(/^=== .*\n/gm, '') });
  return 1;
}

/** What one test, or the whole package, printed. */
export function textOf(run, test) {
  const groups = test ? [run.tests.get(test) ?? new Map()] : [...run.tests.values()];
  const failed = groups.flatMap((group) => [...group.values()]).filter(({ outcome }) => outcome === 'failed' || !outcome);
  return failed.map(({ output }) => output).join('') + (test ? '' : run.output);
}
