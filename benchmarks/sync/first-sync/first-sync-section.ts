import type { Cleanup } from '../../../packages/testkit/build/index.js';
import type { Goal, Section, Table } from '../../report/report-section.ts';
import { expectRun } from '../measure/expect-run.ts';
import { type Floors, startFloors } from '../measure/floor.ts';
import {
  countMostPerMinute,
  estimatePerHour,
  filterCreating,
  formatGitHubCells,
  GITHUB_HEAD,
  MAX_WRITES_PER_HOUR,
  MAX_WRITES_PER_MINUTE,
} from '../measure/github-load.ts';
import { computeMedian, formatRatio, formatWhole } from '../measure/statistics.ts';
import { type Options, selectRows } from '../options.ts';
import { BenchmarkSandbox, type MeasuredRun } from '../sandbox/benchmark-sandbox.ts';
import { startService } from '../sandbox/sandbox-service.ts';
import { splitTime, type TimeBreakdown } from './time-breakdown.ts';

/** The latency of the service: milliseconds from a request to its response. */
const LATENCY_MS = 100;
/** The maximum time of a first sync, as a ratio of requests × latency ÷ concurrency. */
const MAX_RATIO = 1.15;

interface SyncRow {
  readonly name: string;
  readonly items: number;
  /** Number of concurrent requests. Default: 5. */
  readonly concurrency?: number;
  readonly extensions?: boolean;
  readonly githubLatency?: number;
  readonly rounds: number;
}

/**
 * The minimum duration of a run, in milliseconds, for an estimate of the requests per hour. A shorter run has not used
 * up the initial burst of writes.
 */
const MIN_EXTRAPOLATED_MS = 30_000;
const DEFAULT_CONCURRENCY = 5;
const ROWS: readonly SyncRow[] = [
  { name: '1,000 items, default inputs', items: 1_000, rounds: 3 },
  { name: '1,000 items, extensions', items: 1_000, extensions: true, rounds: 1 },
  { name: '1,000 items, GitHub at 100 ms', items: 1_000, githubLatency: LATENCY_MS, rounds: 1 },
  { name: '1,000 items, 20 at a time', items: 1_000, concurrency: 20, rounds: 3 },
  { name: '10,000 items, 20 at a time', items: 10_000, concurrency: 20, rounds: 1 },
];

interface Result {
  readonly row: SyncRow;
  /** The run with the median time. */
  readonly run: MeasuredRun;
  readonly ideal: number;
  /** Time for the same number of requests without a sync, in milliseconds. */
  readonly floor: number;
}

/**
 * Measures how close the time of a first sync is to the minimum that the server's latency allows, and splits the time
 * into phases.
 */
export async function measureFirstSync(options: Options, cleanup: Cleanup): Promise<Section> {
  const floorPrograms = await startFloors(cleanup);
  const results: Result[] = [];
  for (const row of selectRows(ROWS, options.only)) {
    results.push(await measureRow(row, options.rounds ?? row.rounds, floorPrograms, cleanup));
  }
  return {
    title: 'First sync',
    notes: [
      `The benchmark syncs documents with one item each for the first time, to a server that responds to every request after ${LATENCY_MS} ms. The default is ${DEFAULT_CONCURRENCY} concurrent requests. Ideal: all requests to the server × ${LATENCY_MS} ms ÷ concurrent requests. ` +
        'Floor: the time of a separate process that sends the same number of bare requests with the same concurrency, with node:http and keep-alive, after each run; it includes the start of that process. Times are those of the whole process, and medians over the number of runs in the row.',
      'The server has the five operations. With "extensions" it also declares update, delete, list and Idempotency-Key. GitHub is a local emulator, without latency unless the row names one. ' +
        'The number of requests per hour is estimated from the rate in the second half of a run of over 30 seconds. This rate still contains a part of the initial burst of writes, so the estimate is an upper bound.',
    ],
    tables: [createTimeTable(results), splitTable(results), createSendingTable(results), createGitHubTable(results)],
    goals: results.flatMap(createGoals),
  };
}

async function measureRow(row: SyncRow, rounds: number, floor: Floors, cleanup: Cleanup): Promise<Result> {
  const { items, concurrency, extensions = false, githubLatency = 0 } = row;
  const concurrencyLimit = concurrency ?? DEFAULT_CONCURRENCY;
  const { url } = await startService(cleanup, { latency: LATENCY_MS, extensions });
  const runs: MeasuredRun[] = [];
  const bareTimes: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const sandbox = await BenchmarkSandbox.create(cleanup, {
      documents: items,
      latency: LATENCY_MS,
      extensions,
      githubLatency,
    });
    if (concurrency !== undefined) await sandbox.configure({ concurrency });
    const run = await sandbox.run();
    expectRun(run, { items, titles: items, created: items, updated: 0 });
    runs.push(run);
    bareTimes.push((await floor.requests(url, run.service.trace.length, concurrencyLimit)).wall);
  }
  const wallMedian = computeMedian(runs.map((run) => run.wall));
  const run = runs.toSorted((a, b) => Math.abs(a.wall - wallMedian) - Math.abs(b.wall - wallMedian))[0];
  if (!run) throw new Error('No round was measured.');
  return {
    row: { ...row, rounds },
    run,
    ideal: (run.service.trace.length * LATENCY_MS) / concurrencyLimit,
    floor: computeMedian(bareTimes),
  };
}

const formatSeconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2);

function createTimeTable(results: readonly Result[]): Table {
  return {
    caption: 'Against the ideal',
    head: ['first sync', 'runs', 'requests', 'ideal s', 'floor s', 's', 'against ideal', 'against floor', 's of CPU'],
    rows: results.map(({ row, run, ideal, floor }) => [
      row.name,
      formatWhole(row.rounds),
      formatWhole(run.service.trace.length),
      formatSeconds(ideal),
      formatSeconds(floor),
      formatSeconds(run.wall),
      formatRatio(run.wall, ideal),
      formatRatio(run.wall, floor),
      formatSeconds(run.cpu),
    ]),
  };
}

function split({ row, run }: Result): TimeBreakdown {
  return splitTime(run, LATENCY_MS, row.concurrency ?? DEFAULT_CONCURRENCY);
}

function splitTable(results: readonly Result[]): Table {
  return {
    caption: 'Where the time goes, in milliseconds, from the logs of the servers',
    head: [
      'first sync',
      'start',
      'state, list',
      'capabilities',
      'read, chunk, plan',
      'first intent, connect',
      'sending',
      'end',
    ],
    rows: results.map((result) => {
      const { start, state, asking, reading, connecting, sending, end } = split(result);
      return [result.row.name, ...[start, state, asking, reading, connecting, sending.whole, end].map(formatWhole)];
    }),
  };
}

function createSendingTable(results: readonly Result[]): Table {
  return {
    caption: 'Sending, in milliseconds; idle request slots are averaged over all slots',
    head: [
      'first sync',
      'sending',
      'items × latency ÷ slots',
      'late responses',
      'idle while recording',
      'idle otherwise',
    ],
    rows: results.map((result) => {
      const { sending } = split(result);
      const { whole: all, ideal, late, emptyWhileWriting, emptyOtherwise } = sending;
      return [result.row.name, ...[all, ideal, late, emptyWhileWriting, emptyOtherwise].map(formatWhole)];
    }),
  };
}

function createGitHubTable(results: readonly Result[]): Table {
  return {
    caption: 'GitHub',
    head: [
      'first sync',
      ...GITHUB_HEAD,
      `creating requests per minute (limit ${MAX_WRITES_PER_MINUTE})`,
      `creating requests per hour (limit ${MAX_WRITES_PER_HOUR})`,
    ],
    rows: results.map(({ row, run }) => {
      const writes = filterCreating(run.github);
      const hour = run.wall < MIN_EXTRAPOLATED_MS ? '–' : formatWhole(estimatePerHour(writes, run.begun, run.ended));
      return [row.name, ...formatGitHubCells(run.github), formatWhole(countMostPerMinute(writes)), hour];
    }),
  };
}

function createGoals({ row, run, ideal }: Result): Goal[] {
  const maxPerMinute = countMostPerMinute(filterCreating(run.github));
  return [
    {
      goal: `${row.name}: at most ${MAX_RATIO} × ideal`,
      measured: formatRatio(run.wall, ideal),
      met: run.wall <= MAX_RATIO * ideal,
    },
    {
      goal: `${row.name}: at most ${MAX_WRITES_PER_MINUTE} content-creating requests a minute`,
      measured: formatWhole(maxPerMinute),
      met: maxPerMinute <= MAX_WRITES_PER_MINUTE,
    },
  ];
}
