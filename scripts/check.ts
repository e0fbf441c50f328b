// This program runs the checks one after another and prints the time of each check. The last line contains the totals.
// Usage: `check.ts [unit|test|soak|ci]`. `test` (the default) runs everything except the soak tests, which test the
// whole product with many crashes, faults and concurrent runs. `ci` runs `test` and a sample of the soak tests.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readProgramOptions } from './program-options.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
// Node stores compiled modules in this folder, so that the processes of all packages compile each module once.
process.env.NODE_COMPILE_CACHE = join(root, 'node_modules/.cache/compiled-modules');
const failures: string[] = [];
const failedTests: string[] = [];
const timingLines: string[] = [];
const totals = { passed: 0, failed: 0, skipped: 0 };
const TIERS = {
  static: ['test', 'ci'],
  unit: ['unit', 'test', 'ci'],
  bundle: ['test', 'ci'],
  soak: ['soak', 'ci'],
};
const { command: requestedTier = 'test' } = readProgramOptions({}, { commands: new Set(Object.values(TIERS).flat()) });
const scratchFolder = mkdtempSync(join(tmpdir(), 'context-sync-check-'));

function run(command: string, args: readonly string[], cwd = root): boolean {
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' });
  if (error) process.stderr.write(`${command}: ${error.message}\n`);
  return status === 0;
}

type CheckPasses = () => boolean | Promise<boolean>;

async function check(name: string, passes: CheckPasses): Promise<void> {
  process.stdout.write(`\n── ${name}\n`);
  const start = performance.now();
  const hasPassed = await passes();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stdout.write(`${hasPassed ? 'ok' : 'FAILED'}: ${name} (${seconds} s)\n`);
  timingLines.push(`${name} ${seconds} s`);
  if (!hasPassed) failures.push(name);
}

const ACTION = join(root, 'apps/action');
const FRESH_BUNDLE = join(scratchFolder, 'dist');

/** Starts the bundler, which uses one core while other checks run. Resolves to whether the bundler succeeded. */
function startBundling(): Promise<boolean> {
  if (!run('pnpm', ['exec', 'turbo', 'run', 'build', '--output-logs=errors-only'])) return Promise.resolve(false);
  const child = spawn(process.execPath, [join(root, 'scripts/bundle.mjs'), FRESH_BUNDLE], {
    cwd: ACTION,
    stdio: 'inherit',
  });
  return once(child, 'close').then(([code]) => code === 0);
}

/** Compares a fresh bundle byte by byte with the committed bundle, because users run the committed bundle. */
async function isBundleCurrent(isBundled: Promise<boolean>): Promise<boolean> {
  if (!(await isBundled)) return false;
  const names = readdirSync(FRESH_BUNDLE).sort();
  const committedFiles = readdirSync(join(ACTION, 'dist')).sort();
  const differingNames = [...new Set([...names, ...committedFiles])].filter(
    (name) =>
      !names.includes(name) ||
      !committedFiles.includes(name) ||
      !readFileSync(join(FRESH_BUNDLE, name)).equals(readFileSync(join(ACTION, 'dist', name))),
  );
  if (differingNames.length === 0) return true;
  process.stderr.write(
    `apps/action/dist differs from a fresh bundle (${differingNames.join(', ')}): run "npx --yes pnpm@12.21.0 bundle" and commit it\n`,
  );
  return false;
}

interface TestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    /** The path of the test file. */
    readonly name: string;
    /** Why the file could not be loaded; empty otherwise. */
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

/** Maximum length of the message of a failed test in the list at the end. */
const MAX_MESSAGE_LENGTH = 2_000;

/** Returns the file, name and message of each failed test, and of each file that could not be loaded. */
function listFailedTests({ testResults }: TestReport): string[] {
  return testResults.flatMap(({ name: file, message, assertionResults }) =>
    [{ fullName: '', failureMessages: [message] }, ...assertionResults].flatMap(({ fullName, failureMessages }) =>
      (failureMessages ?? [])
        .filter((text) => text !== '')
        .map((text) => `${relative(root, file)}: ${fullName}\n${text.slice(0, MAX_MESSAGE_LENGTH)}`),
    ),
  );
}

/**
 * Adds the counts from a report of vitest to the totals. Returns whether the report contains passed tests and no failed
 * tests.
 */
function addReport(file: string): boolean {
  if (!existsSync(file)) return false;
  const report = JSON.parse(readFileSync(file, 'utf8')) as TestReport;
  totals.passed += report.numPassedTests;
  totals.failed += report.numFailedTests;
  totals.skipped += report.numPendingTests;
  failedTests.push(...listFailedTests(report));
  return report.numFailedTests === 0 && report.numPassedTests > 0;
}

/**
 * Runs the `test` scripts of the packages. Returns whether they succeeded. The number of concurrent scripts is higher
 * than the number of cores, because some tests spend time waiting. Turbo restores the results of packages whose inputs
 * have not changed.
 */
function doUnitTestsPass(): boolean {
  const listReports = () => globSync('{packages/*,apps/*,tests}/.reports/tests.json', { cwd: root });
  for (const file of listReports()) rmSync(join(root, file));
  const havePassed = run('pnpm', [
    'exec',
    'turbo',
    'run',
    'test',
    '--concurrency=150%',
    '--output-logs=errors-only',
    '--continue',
  ]);
  const results = listReports().map((file) => addReport(join(root, file)));
  return havePassed && results.length > 0 && results.every(Boolean);
}

/** Runs the tests of the given projects in vitest.config.ts. Returns whether they passed. */
function doProjectsPass(...names: readonly string[]): boolean {
  const file = join(scratchFolder, `${names.join('-')}.json`);
  const projects = names.flatMap((name) => ['--project', name]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const havePassed = run('pnpm', ['exec', 'vitest', 'run', ...projects, ...reporters]);
  // The exit code of vitest is checked as well, because the report of a test file that cannot be loaded contains no failed test.
  return addReport(file) && havePassed;
}

if (requestedTier === 'ci') process.env.CONTEXT_SYNC_SOAK_CASES = 'sample';
const isWanted = (name: keyof typeof TIERS) => TIERS[name].includes(requestedTier);

/**
 * Runs the checks of one tier.
 * @param checks functions that run a check, by name of the check
 */
async function runTier(name: keyof typeof TIERS, checks: Readonly<Record<string, CheckPasses>>): Promise<void> {
  if (!isWanted(name)) return;
  for (const [each, passes] of Object.entries(checks)) await check(each, passes);
}

try {
  const bundleRun = isWanted('static') ? startBundling() : Promise.resolve(false);
  await runTier('static', {
    Types: () =>
      run('pnpm', ['exec', 'turbo', 'run', 'typecheck', '--output-logs=errors-only']) &&
      run('pnpm', ['exec', 'tsc', '-p', 'scripts/tsconfig.json']),
    Lint: () => run('pnpm', ['exec', 'biome', 'ci', '--colors=off', '--error-on-warnings', '.']),
    'Tables in README and docs': () => run(process.execPath, ['scripts/readme-tables.ts']),
    'API reference': () => run(process.execPath, ['scripts/api-reference.ts']),
    'Bundle equals its sources': () => isBundleCurrent(bundleRun),
  });
  await runTier('unit', { 'Unit tests': doUnitTestsPass });
  await runTier('bundle', { 'Bundle tests': () => doProjectsPass('bundle', 'postgres') });
  await runTier('soak', { 'Soak tests': () => doProjectsPass('soak', 'postgres-18', 'clickhouse') });
  // Repeated here, because the output of each check contains much else.
  if (failedTests.length > 0) process.stdout.write(`\n── Failed tests\n\n${failedTests.join('\n\n')}\n`);
  process.stdout.write(`\nTime: ${timingLines.join(', ')}\n`);
  if (failures.length > 0) process.stdout.write(`Failed: ${failures.join(', ')}\n`);
  const skippedSuffix = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
  process.stdout.write(`\n${totals.passed} passed, ${totals.failed} failed${skippedSuffix}\n`);
} finally {
  rmSync(scratchFolder, { recursive: true, force: true });
}
process.exitCode = failures.length > 0 ? 1 : 0;
