import type { Goal, Section } from '../report/report-section.ts';
import { formatInteger, formatMs, formatTimes } from './figures.ts';
import { CONCURRENT_BATCHES, type IngestFigures, LOGS_PER_BATCH } from './measure-ingest.ts';
import type { ReadFigures, SetUpFigures } from './measure-set-up.ts';
import { computePercentile } from './percentile.ts';
import { SET_UP_TITLES } from './set-up.ts';

const MIN_ROWS_PER_SECOND = 30_000;
const MAX_SEARCH_MS = 100;
/** The searches for which the goal holds. */
const FIRST_GOAL_SEARCH = 'newest 100';

export interface Floors {
  readonly syncs: number;
  readonly bareInsert: number;
  readonly received: IngestFigures;
}

/** Creates the table cells of each set-up, and the ratio of each to the first. */
const formatCells = (values: readonly number[], format: (value: number) => string) =>
  values.flatMap((value, index) => [
    format(value),
    ...(index === 0 ? [] : [formatTimes(value / (values[0] ?? Number.NaN))]),
  ]);

const createHead = (all: readonly SetUpFigures[], name = '') =>
  all.flatMap((each, index) => {
    const title = `${SET_UP_TITLES[each.name]} ${name}`.trim();
    const [first] = all;
    return [title, ...(index === 0 || !first ? [] : [`to ${SET_UP_TITLES[first.name]}`])];
  });

const getBest = ({ ingest }: SetUpFigures): IngestFigures => {
  const [best] = [...ingest.values()].toSorted((a, b) => b.rowsPerSecond - a.rowsPerSecond);
  if (!best) throw new Error('ingest was not measured');
  return best;
};
const sum = (values: Iterable<number>) => [...values].reduce((total, each) => total + each, 0);
/** Returns the CPU time of all processes except the client. */
const getRowCpu = ({ cpu }: IngestFigures) => sum(cpu.values()) - (cpu.get('client') ?? 0);

export function createWriteSection(all: readonly SetUpFigures[], floors: Floors): Section {
  const names = ['service', 'PostgreSQL', 'ClickHouse', 'client'];
  return {
    title: 'Writing and storing logs',
    notes: [
      `The client sends batches of ${LOGS_PER_BATCH} logs as the capture SDK does: compressed with gzip, each with an Idempotency-Key, 1, 4 and 8 at a time. A row counts when its batch is acknowledged, after it is on the disk with its counts. The table lists the best of these rates, and its CPU time by process. The client, the service and the databases share the processors. The CPU time of the service includes its process for parsing; that of ClickHouse includes the HTTP server in front of the embedded engine, and merges.`,
      'The floor of SQLite is a bare prepared INSERT without indexes and counts; that of all set-ups is a process that only receives the same requests.',
    ],
    tables: [
      {
        caption: 'Ingest',
        head: ['', ...createHead(all)],
        rows: [
          ...CONCURRENT_BATCHES.map((clients) => [
            `rows acknowledged per second, ${clients} at a time`,
            ...formatCells(
              all.map(({ ingest }) => ingest.get(clients)?.rowsPerSecond ?? Number.NaN),
              formatInteger,
            ),
          ]),
          [
            'CPU time per row, µs, without the client',
            ...formatCells(
              all.map((each) => getRowCpu(getBest(each))),
              formatMs,
            ),
          ],
          ...names.map((name) => [
            `CPU time per row, µs: ${name}`,
            ...all.flatMap((each, index) => {
              const value = getBest(each).cpu.get(name);
              return [value === undefined ? '–' : formatMs(value), ...(index === 0 ? [] : [''])];
            }),
          ]),
          [
            'bytes per row of the logs, with their indexes',
            ...formatCells(
              all.map(({ logBytesPerRow }) => logBytesPerRow),
              formatInteger,
            ),
          ],
          [
            'bytes per row of all tables',
            ...formatCells(
              all.map(({ bytesPerRow }) => bytesPerRow),
              formatInteger,
            ),
          ],
          [
            'logs in the database',
            ...all.flatMap(({ logs }, index) => [formatInteger(logs), ...(index === 0 ? [] : [''])]),
          ],
        ],
      },
      {
        caption: 'Floors',
        head: ['', 'measured'],
        rows: [
          ['pages written and flushed to disk per second', formatInteger(floors.syncs)],
          ['CPU time of a bare insert into SQLite, µs per row', formatMs(floors.bareInsert)],
          [
            'rows received per second by a process that only reads the requests',
            formatInteger(floors.received.rowsPerSecond),
          ],
        ],
      },
    ],
    goals: all
      .filter(({ name }) => name === 'clickhouse')
      .map((each) => ({
        goal: `at least ${formatInteger(MIN_ROWS_PER_SECOND)} rows acknowledged per second with ClickHouse`,
        measured: formatInteger(getBest(each).rowsPerSecond),
        met: getBest(each).rowsPerSecond >= MIN_ROWS_PER_SECOND,
      })),
  };
}

export function createReadSection(
  title: string,
  notes: readonly string[],
  all: readonly SetUpFigures[],
  getFigures: (figures: SetUpFigures) => readonly ReadFigures[],
): Section {
  const [first] = all;
  const goals = all
    .filter(({ name }) => name === 'clickhouse')
    .flatMap((each) => createReadGoals(each, getFigures(each)));
  return {
    title,
    notes,
    tables: [
      {
        caption: title,
        head: [
          '',
          ...all.flatMap(({ name }) =>
            ['p50 ms', 'p99 ms', 'CPU ms'].map((column) => `${SET_UP_TITLES[name]} ${column}`),
          ),
        ],
        rows: (first ? getFigures(first) : []).map(({ name }, index) => [
          name,
          ...all.flatMap((each) => {
            const read = getFigures(each)[index];
            const times = read?.times ?? [];
            return [computePercentile(times, 0.5), computePercentile(times, 0.99), read?.cpuMs ?? Number.NaN].map(
              formatMs,
            );
          }),
        ]),
      },
    ],
    goals,
  };
}

function createReadGoals({ logs }: SetUpFigures, reads: readonly ReadFigures[]): Goal[] {
  const [slowest] = reads
    .filter(({ name }) => name.startsWith(FIRST_GOAL_SEARCH))
    .map(({ name, times }) => ({ name, p99: computePercentile(times, 0.99) }))
    .toSorted((a, b) => b.p99 - a.p99);
  if (!slowest) return [];
  return [
    {
      goal: `newest 100 by status, user or URL in ${formatInteger(logs)} logs in ClickHouse within ${MAX_SEARCH_MS} ms (p99)`,
      measured: `${formatMs(slowest.p99)} ms, "${slowest.name}"`,
      met: slowest.p99 <= MAX_SEARCH_MS,
    },
  ];
}
