import type { Cleanup } from '../../../packages/testkit/build/index.js';
import type { Goal, Section, Table } from '../../report/section.ts';
import { expectRun } from '../measure/expect-run.ts';
import { type Floors, floors } from '../measure/floor.ts';
import {
  creating,
  GITHUB_HEAD,
  gitHubCells,
  inAnHour,
  mostInAMinute,
  PER_HOUR,
  PER_MINUTE,
} from '../measure/github-load.ts';
import { median, ratio, whole } from '../measure/statistics.ts';
import { type Options, selected } from '../options.ts';
import { startService } from '../stage/service.ts';
import { type Run, Stage } from '../stage/stage.ts';
import { type Split, splitOf } from './split.ts';

/** Milliseconds from a request to its answer. */
const LATENCY = 100;
/** Most that a first sync may take, against requests × latency ÷ concurrency (issue 4). */
const ASKED = 1.15;

interface Row {
  readonly name: string;
  readonly items: number;
  /** undefined: the default, which is 5. */
  readonly concurrency?: number;
  readonly extensions?: boolean;
  readonly githubLatency?: number;
  readonly rounds: number;
}

/** Milliseconds of a run from which an hour can be told; a shorter one has not spent the writes that may be made at once. */
const EXTRAPOLATED_FROM = 30_000;
const DEFAULT_CONCURRENCY = 5;
const ROWS: readonly Row[] = [
  { name: '1,000 items, default inputs', items: 1_000, rounds: 3 },
  { name: '1,000 items, extensions', items: 1_000, extensions: true, rounds: 1 },
  { name: '1,000 items, GitHub at 100 ms', items: 1_000, githubLatency: LATENCY, rounds: 1 },
  { name: '1,000 items, 20 at a time', items: 1_000, concurrency: 20, rounds: 3 },
  { name: '10,000 items, 20 at a time', items: 10_000, concurrency: 20, rounds: 1 },
];

interface Result {
  readonly row: Row;
  /** Of the runs, the one with the median time. */
  readonly run: Run;
  readonly ideal: number;
  /** Milliseconds of the same number of bare requests. */
  readonly floor: number;
}

/** How near a first sync comes to what the server's latency allows, and where the rest goes. */
export async function firstSyncSection(options: Options, cleanup: Cleanup): Promise<Section> {
  const floor = await floors(cleanup);
  const results: Result[] = [];
  for (const row of selected(ROWS, options.only)) {
    results.push(await measureRow(row, options.rounds ?? row.rounds, floor, cleanup));
  }
  return {
    title: 'First sync',
    notes: [
      `Documents of one item each, synced for the first time to a server that answers every request after ${LATENCY} ms; the default is ${DEFAULT_CONCURRENCY} requests at a time. Ideal: all requests to the server × ${LATENCY} ms ÷ requests at a time. ` +
        'Floor: as many bare requests, as many at a time, by node:http with keep-alive, in a process of its own after each run, its start counted. Times are those of the whole process; medians of the runs that the row says.',
      'The server knows the five operations; "extensions" also declares that it can update, delete and list and honours Idempotency-Key. GitHub is an emulator on loopback, without latency where the row gives none. ' +
        'What would come to pass in an hour is told from the pace in the second half of a run of over half a minute; by then not all writes are spent that may follow each other at once, so it is an upper bound.',
    ],
    tables: [timeTable(results), splitTable(results), sendingTable(results), gitHubTable(results)],
    goals: results.flatMap(goalsOf),
  };
}

async function measureRow(row: Row, rounds: number, floor: Floors, cleanup: Cleanup): Promise<Result> {
  const { items, concurrency, extensions = false, githubLatency = 0 } = row;
  const atATime = concurrency ?? DEFAULT_CONCURRENCY;
  const { url } = await startService(cleanup, { latency: LATENCY, extensions });
  const runs: Run[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const stage = await Stage.set(cleanup, { documents: items, latency: LATENCY, extensions, githubLatency });
    const run = await stage.run(concurrency === undefined ? {} : { concurrency: String(concurrency) });
    expectRun(run, { items, titles: items, created: items, updated: 0 });
    runs.push(run);
    bare.push((await floor.requests(url, run.service.trace.length, atATime)).wall);
  }
  const wall = median(runs.map((run) => run.wall));
  const run = runs.toSorted((a, b) => Math.abs(a.wall - wall) - Math.abs(b.wall - wall))[0];
  if (!run) throw new Error('There was no round.');
  return { row: { ...row, rounds }, run, ideal: (run.service.trace.length * LATENCY) / atATime, floor: median(bare) };
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2);

function timeTable(results: readonly Result[]): Table {
  return {
    caption: 'Against the ideal',
    head: ['first sync', 'runs', 'requests', 'ideal s', 'floor s', 's', 'against ideal', 'against floor', 's of CPU'],
    rows: results.map(({ row, run, ideal, floor }) => [
      row.name,
      whole(row.rounds),
      whole(run.service.trace.length),
      seconds(ideal),
      seconds(floor),
      seconds(run.wall),
      ratio(run.wall, ideal),
      ratio(run.wall, floor),
      seconds(run.cpu),
    ]),
  };
}

function split({ row, run }: Result): Split {
  return splitOf(run, LATENCY, row.concurrency ?? DEFAULT_CONCURRENCY);
}

function splitTable(results: readonly Result[]): Table {
  return {
    caption: 'Where the time goes: milliseconds, from the servers’ records',
    head: [
      'first sync',
      'start',
      'state, list',
      'service asked',
      'read, cut, plan',
      'first record, connect',
      'sending',
      'end',
    ],
    rows: results.map((result) => {
      const { start, state, asking, reading, connecting, sending, end } = split(result);
      return [result.row.name, ...[start, state, asking, reading, connecting, sending.whole, end].map(whole)];
    }),
  };
}

function sendingTable(results: readonly Result[]): Table {
  return {
    caption: 'Sending: milliseconds; places for a request that stood empty are spread over all of them',
    head: [
      'first sync',
      'sending',
      'items × latency ÷ places',
      'answers late',
      'empty while recording',
      'empty otherwise',
    ],
    rows: results.map((result) => {
      const { sending } = split(result);
      const { whole: all, ideal, late, emptyWhileWriting, emptyOtherwise } = sending;
      return [result.row.name, ...[all, ideal, late, emptyWhileWriting, emptyOtherwise].map(whole)];
    }),
  };
}

function gitHubTable(results: readonly Result[]): Table {
  return {
    caption: 'GitHub',
    head: [
      'first sync',
      ...GITHUB_HEAD,
      `creating in a minute (limit ${PER_MINUTE})`,
      `in an hour of it (limit ${PER_HOUR})`,
    ],
    rows: results.map(({ row, run }) => {
      const writes = creating(run.github);
      const hour = run.wall < EXTRAPOLATED_FROM ? '–' : whole(inAnHour(writes, run.begun, run.ended));
      return [row.name, ...gitHubCells(run.github), whole(mostInAMinute(writes)), hour];
    }),
  };
}

function goalsOf({ row, run, ideal }: Result): Goal[] {
  const most = mostInAMinute(creating(run.github));
  return [
    {
      asked: `${row.name}: at most ${ASKED} × ideal`,
      measured: ratio(run.wall, ideal),
      met: run.wall <= ASKED * ideal,
    },
    {
      asked: `${row.name}: at most ${PER_MINUTE} content-creating requests a minute`,
      measured: whole(most),
      met: most <= PER_MINUTE,
    },
  ];
}
