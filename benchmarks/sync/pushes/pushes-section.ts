import type { Cleanup } from '../../../packages/testkit/build/index.js';
import type { Goal, Section, Table } from '../../report/report-section.ts';
import { type Floors, startFloors } from '../measure/floor.ts';
import {
  countMostPerMinute,
  filterCreating,
  formatGitHubCells,
  GITHUB_HEAD,
  MAX_WRITES_PER_MINUTE,
} from '../measure/github-load.ts';
import { computeMedian, formatRatio, formatWhole } from '../measure/statistics.ts';
import { type Options, selectRows } from '../options.ts';
import type { CountedRun } from '../sandbox/benchmark-sandbox.ts';
import { startService } from '../sandbox/sandbox-service.ts';
import type { WorkMeasurement } from '../timing/measure-work.ts';
import { PushSeries } from './pushes.ts';

const SIZES = [10, 1_000, 50_000];
const [SMALLEST = 10] = SIZES;
type PushKind = 'no-op' | 'one edit' | 'no-op after edits';
const ROUNDS_BY_KIND: Readonly<Record<PushKind, number>> = { 'no-op': 9, 'one edit': 5, 'no-op after edits': 5 };
const PUSH_KINDS = Object.keys(ROUNDS_BY_KIND) as PushKind[];
/**
 * The maximum time of a push at the largest size of the docs, as a ratio of the time at the smallest size. There is no
 * limit for the wall time of an edit, which also depends on GitHub.
 */
const MAX_RATIOS: Readonly<Record<PushKind, { readonly wall?: number; readonly cpu: number }>> = {
  'no-op': { wall: 1.2, cpu: 1.2 },
  'one edit': { cpu: 3 },
  'no-op after edits': { wall: 1.2, cpu: 1.2 },
};
const ROWS = PUSH_KINDS.flatMap((kind) => SIZES.map((size) => ({ kind, size, name: `${kind}, ${formatWhole(size)}` })));

interface Figures {
  readonly wall: number;
  readonly cpu: number;
  readonly counted: CountedRun;
}

/** Measures how the time of pushes without changes and of pushes with one edit grows with the size of the docs. */
export async function measurePushes(options: Options, cleanup: Cleanup): Promise<Section> {
  const rows = selectRows(ROWS, options.only);
  const allPushes: PushSeries[] = [];
  for (const size of SIZES) {
    const isIncluded = size === SMALLEST || rows.some((row) => row.size === size);
    if (isIncluded) allPushes.push(await PushSeries.begin(cleanup, size));
  }
  const floorPrograms = await startFloors(cleanup);
  const tables: Table[] = [];
  const goals: Goal[] = [];
  for (const kind of PUSH_KINDS) {
    if (kind === 'no-op after edits') for (const pushes of allPushes) await pushes.pushManyEdits();
    if (!rows.some((row) => row.kind === kind)) continue;
    const rounds = options.rounds ?? ROUNDS_BY_KIND[kind];
    const figures = await measureKind(kind, allPushes, rounds, floorPrograms);
    tables.push(await createKindTable(kind, figures, rounds, floorPrograms, cleanup));
    goals.push(...createSizeGoals(kind, figures.pushes));
  }
  return {
    title: 'Pushes',
    notes: [
      'The benchmark uses projects of 10, 1,000 and 50,000 small documents, each with one item. The bundle first syncs them to a local server with the five operations and no latency, with 50 concurrent requests. Then it runs pushes with the default inputs. ' +
        'Time and CPU (user and system) include the git processes that the bundle starts, and are medians over rounds in which all sizes take turns. The kernel counts CPU in steps of 10 ms. The counts come from one more push, in which a script counts how often git is started.',
      'GitHub is a local emulator without latency. Bytes are those on the wire, including headers. "Bare requests" is a process that only sends the same number of requests as the push with 10 documents, one after the other, with node:http and keep-alive.',
      'An edit leaves a superseded item, because the five operations cannot delete one. "no-op after edits" is a push without changes when all shards of the state contain such items (300 documents edited, or 9 of the 10), which every report lists.',
    ],
    tables: [...tables, createFirstSyncTable(allPushes)],
    goals,
  };
}

interface KindFigures {
  readonly node: readonly WorkMeasurement[];
  readonly pushes: ReadonlyMap<number, Figures>;
}

async function measureKind(
  kind: PushKind,
  all: readonly PushSeries[],
  rounds: number,
  floor: Floors,
): Promise<KindFigures> {
  const node: WorkMeasurement[] = [];
  const runs = new Map<number, WorkMeasurement[]>(all.map(({ size }) => [size, []]));
  for (let round = 0; round < rounds; round += 1) {
    node.push(await floor.node());
    for (const pushes of all) {
      runs.get(pushes.size)?.push(kind === 'one edit' ? await pushes.pushEdit() : await pushes.pushNothing());
    }
  }
  const figures = new Map<number, Figures>();
  for (const pushes of all) {
    const requestCounts = kind === 'one edit' ? await pushes.countPushOfEdit() : await pushes.countPushOfNothing();
    figures.set(pushes.size, { ...computeMedians(runs.get(pushes.size) ?? []), counted: requestCounts });
  }
  return { node, pushes: figures };
}

function computeMedians(runs: readonly WorkMeasurement[]): { wall: number; cpu: number } {
  return { wall: computeMedian(runs.map(({ wall }) => wall)), cpu: computeMedian(runs.map(({ cpu }) => cpu)) };
}

async function createKindTable(
  kind: PushKind,
  { node, pushes }: KindFigures,
  rounds: number,
  floor: Floors,
  cleanup: Cleanup,
): Promise<Table> {
  const bareMedians = computeMedians(node);
  const base = pushes.get(SMALLEST);
  const count = base ? base.counted.github.requests.length + base.counted.service.trace.length : 0;
  const { url } = await startService(cleanup, { latency: 0, extensions: false });
  const requests: WorkMeasurement[] = [];
  for (let round = 0; round < rounds; round += 1) requests.push(await floor.requests(url, count, 1));
  const formatTimeRow = (name: string, { wall, cpu }: { wall: number; cpu: number }) => [
    name,
    formatWhole(wall),
    formatRatio(wall, base?.wall),
    formatWhole(cpu),
    formatRatio(cpu, base?.cpu),
    formatRatio(cpu, bareMedians.cpu),
  ];
  return {
    caption: kind,
    head: [
      'documents',
      'ms',
      `against ${SMALLEST}`,
      'ms of CPU',
      `against ${SMALLEST}`,
      'against bare node',
      ...GITHUB_HEAD,
      'service requests',
      'git processes',
      'documents read',
    ],
    rows: [
      [...formatTimeRow('bare node', bareMedians), '', '', '', '', '', '', ''],
      [...formatTimeRow(`${count} bare requests`, computeMedians(requests)), '', '', '', '', '', '', ''],
      ...[...pushes].map(([size, { wall, cpu, counted }]) => [
        ...formatTimeRow(formatWhole(size), { wall, cpu }),
        ...formatGitHubCells(counted.github),
        ...[counted.service.trace.length, counted.gitProcesses, counted.documentsRead].map(formatWhole),
      ]),
    ],
  };
}

function createSizeGoals(kind: PushKind, figures: ReadonlyMap<number, Figures>): Goal[] {
  const largestSize = Math.max(...figures.keys());
  const [base, last] = [figures.get(SMALLEST), figures.get(largestSize)];
  if (!base || !last || largestSize === SMALLEST) return [];
  return (['wall', 'cpu'] as const).flatMap((description) => {
    const limit = MAX_RATIOS[kind][description];
    if (limit === undefined || Number.isNaN(last[description])) return [];
    return {
      goal: `${kind}: ${description === 'cpu' ? 'CPU' : 'time'} at ${formatWhole(largestSize)} documents at most ${limit} × that at ${SMALLEST}`,
      measured: formatRatio(last[description], base[description]),
      met: last[description] <= limit * base[description],
    };
  });
}

function createFirstSyncTable(all: readonly PushSeries[]): Table {
  return {
    caption: 'First syncs before the pushes, to a server that responds immediately',
    head: [
      'documents',
      's',
      'items per second',
      ...GITHUB_HEAD,
      `creating requests per minute (limit ${MAX_WRITES_PER_MINUTE})`,
    ],
    rows: all.map(({ size, first }) => [
      formatWhole(size),
      (first.wall / 1000).toFixed(1),
      formatWhole(size / (first.wall / 1000)),
      ...formatGitHubCells(first.github),
      formatWhole(countMostPerMinute(filterCreating(first.github))),
    ]),
  };
}
