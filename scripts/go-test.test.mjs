import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const script = join(import.meta.dirname, 'go-test.mjs');

/** What stands at the place of the bad luck: the first run of it fails, every later one passes. */
const once = (bad) => `if _, err := os.Stat("met"); err != nil { _ = os.WriteFile("met", nil, 0o600); ${bad} }`;

/** Runs go-test.mjs on a module with one package of these lines. */
function run(lines) {
  const folder = mkdtempSync(join(tmpdir(), 'go-test-'));
  try {
    const files = { 'go.mod': 'module bad\n\ngo 1.26\n', 'luck/luck_test.go': `package luck\n\nimport (\n"os"\n"testing"\n)\n\nvar _ = os.Stat\n\n${lines}\n` };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const { status } = spawnSync(process.execPath, [script, folder, join(folder, 'counts.json')]);
    const { failures, flaky, ...counts } = JSON.parse(readFileSync(join(folder, 'counts.json'), 'utf8'));
    const names = (list) => list.map(({ name }) => name);
    return { status, ...counts, failures: names(failures), flaky: names(flaky) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a test that fails once counts as passed, and is listed', () => {
  const lines = `func TestGood(t *testing.T) {}\nfunc TestUnlucky(t *testing.T) { t.Run("part", func(t *testing.T) { ${once('t.Fatal("bad luck")')} }) }`;
  assert.deepEqual(run(lines), { status: 0, passed: 3, failed: 0, skipped: 0, failures: [], flaky: ['bad/luck TestUnlucky'] });
});

test('a test that fails twice has failed', () => {
  const lines = `func TestGood(t *testing.T) {}\nfunc TestBroken(t *testing.T) { t.Error("always") }\nfunc TestUnlucky(t *testing.T) { ${once('t.Fatal("bad luck")')} }`;
  assert.deepEqual(run(lines), { status: 1, passed: 2, failed: 1, skipped: 0, failures: ['bad/luck TestBroken'], flaky: ['bad/luck TestUnlucky'] });
});

test('after a panic all runs again but what had passed: tests behind it had no turn', () => {
  const lines = `func TestEarlier(t *testing.T) { if _, err := os.Stat("met"); err == nil { t.Fatal("it had passed") } }\nfunc TestUnlucky(t *testing.T) { ${once('panic("bad luck")')} }\nfunc TestBehind(t *testing.T) {}`;
  assert.deepEqual(run(lines), { status: 0, passed: 3, failed: 0, skipped: 0, failures: [], flaky: ['bad/luck'] });
});

test('a package that ends badly though its tests pass runs again', () => {
  const lines = `func TestGood(t *testing.T) {}\nfunc TestMain(m *testing.M) { code := m.Run(); ${once('code = 1')}; os.Exit(code) }`;
  assert.deepEqual(run(lines), { status: 0, passed: 1, failed: 0, skipped: 0, failures: [], flaky: ['bad/luck'] });
});

test('a package that does not build has failed', () => {
  assert.deepEqual(run('func TestGood(t *testing.T) { missing() }'), { status: 1, passed: 0, failed: 1, skipped: 0, failures: ['bad/luck'], flaky: [] });
});
