// Every check, one after the other; ends with the test runner's totals on one plain line.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'context-sync-check-'));
const failures: string[] = [];

function run(command: string, args: readonly string[], cwd = root): boolean {
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' });
  if (error) process.stderr.write(`${command}: ${error.message}\n`);
  return status === 0;
}

function check(name: string, passes: () => boolean): void {
  process.stdout.write(`\n── ${name}\n`);
  const start = performance.now();
  const passed = passes();
  process.stdout.write(`${passed ? 'ok' : 'FAILED'}: ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)\n`);
  if (!passed) failures.push(name);
}

/** Bundles anew and compares byte by byte with what is committed, because that is what users run. */
function bundleIsCurrent(): boolean {
  const action = join(root, 'apps/action');
  const out = join(scratch, 'dist');
  if (!run('pnpm', ['exec', 'turbo', 'run', 'build', '--output-logs=errors-only'])) return false;
  if (!run(process.execPath, ['bundle.mjs', out], action)) return false;
  const names = readdirSync(out).sort();
  const committed = readdirSync(join(action, 'dist')).sort();
  const differing = [...new Set([...names, ...committed])].filter(
    (name) =>
      !names.includes(name) ||
      !committed.includes(name) ||
      !readFileSync(join(out, name)).equals(readFileSync(join(action, 'dist', name))),
  );
  if (differing.length === 0) return true;
  process.stderr.write(
    `apps/action/dist differs from a fresh bundle (${differing.join(', ')}): run "npx --yes pnpm@12.21.0 bundle" and commit it\n`,
  );
  return false;
}

interface TestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  /** Whether the runner as a whole came to a good end. */
  readonly passed: boolean;
}

function tests(): TestReport | undefined {
  const file = join(scratch, 'tests.json');
  const passed = run('pnpm', [
    'exec',
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  try {
    // A test file that cannot even be loaded has no failed test in it: the runner's own verdict counts as well.
    return { ...(JSON.parse(readFileSync(file, 'utf8')) as TestReport), passed };
  } catch {
    return undefined;
  }
}

try {
  check(
    'Types',
    () =>
      run('pnpm', ['exec', 'turbo', 'run', 'typecheck', '--output-logs=errors-only']) &&
      run('pnpm', ['exec', 'tsc', '-p', 'scripts/tsconfig.json']) &&
      run('pnpm', ['exec', 'tsc', '-p', 'benchmarks/tsconfig.json']) &&
      run('pnpm', ['exec', 'tsc', '-p', 'contract/tsconfig.json']),
  );
  check('Lint', () => run('pnpm', ['exec', 'biome', 'ci', '--colors=off', '--error-on-warnings', '.']));
  check('Tables in README and docs', () => run(process.execPath, ['scripts/readme-tables.ts']));
  check('API reference', () => run(process.execPath, ['scripts/api-reference.ts']));
  check('Bundle equals its sources', bundleIsCurrent);
  let report: TestReport | undefined;
  check('Tests', () => {
    report = tests();
    return report?.passed === true && report.numFailedTests === 0 && report.numPassedTests > 0;
  });
  if (failures.length > 0) process.stdout.write(`\nFailed: ${failures.join(', ')}\n`);
  const skipped = report && report.numPendingTests > 0 ? `, ${report.numPendingTests} skipped` : '';
  process.stdout.write(`\n${report?.numPassedTests ?? 0} passed, ${report?.numFailedTests ?? 0} failed${skipped}\n`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exitCode = failures.length > 0 ? 1 : 0;
