import type { Goal, Section } from '../report/report-section.ts';
import { createTableHeads, formatInteger, formatMegabytes, formatMs, formatRatio, formatTimes } from './figures.ts';
import type { StoreFigures } from './measure-store.ts';
import { computePercentile } from './percentile.ts';
import { INCOMING_PER_SECOND, type TrafficFigures } from './traffic.ts';

/** The first read of each report compiles the code and reads the pages of the tables from disk, so it has a column of its own. */
const WARM_UP_READS = 1;
const MAX_READ_MS = 50;
/** The goal for the p95 latency of pages in milliseconds. */
const MAX_PAGE_MS = 50;
const MAX_HEALTH_MS = 25;
const MAX_ROLLUP_SHARE = 0.25;
const MAX_ROLLUP_SIZE_SHARE = 0.1;
/** The goal for the CPU time per log in microseconds: half of the time before the introduction of counts. */
const MAX_SQLITE_ROW_MICROSECONDS = 53;
const MIN_ROWS_PER_SECOND = { sqlite: 8_000, postgres: 10_000 };

const NOTES = [
  `The tables list the latency of sequential HTTP requests for reports and for the pages of a signed-in member, in milliseconds, while a client sends batches of 100 logs at a steady rate. In a second measurement, a client sends batches of 1,000 logs one after the other, and \`/health\` is requested a hundred times a second. The client has the same processors as the service. CPU time is that of the service process, without PostgreSQL: parsing, storing, counting, and adding counts to the rollups. The floor stores the same logs with bare prepared INSERTs in SQLite, in batches of 1,000, without indexes and counts.`,
  'The cost of rollups is the time for counting the logs and adding the counts to the rollups, as a share of the whole time for storing the logs. For this measurement, the logs are stored without HTTP, in batches of 1,000. A batch contains the logs of half a second.',
  'The first read of each report or page after the start of the service compiles its code and reads the tables from disk. It has a column of its own, and the percentiles are those of the other reads.',
];

const formatPercent = (share: number) => `${(share * 100).toFixed(1)} %`;

/**
 * Returns the section about metrics and users, which are computed from counts, and about the time and space that the
 * counts require.
 * @param bareInsert CPU time of an insert without the service, in microseconds
 */
export function createTrafficSection(all: readonly StoreFigures[], logs: number, bareInsert: number): Section {
  const createFigureRow = (
    name: string,
    getFigures: (figures: StoreFigures) => number,
    format: (value: number) => string,
  ) => [name, ...all.map((each) => format(getFigures(each))), ...formatRatio(all.map(getFigures))];
  return {
    title: `Metrics of ${logs.toLocaleString('en')} logs while ${INCOMING_PER_SECOND.toLocaleString('en')} logs a second come in`,
    notes: NOTES,
    tables: [
      {
        caption: 'Reads',
        head: ['read', ...createTableHeads(all, ['first', 'p50', 'p99'], true)],
        rows: createRows(all, ({ traffic }) => traffic.reads, 0.99),
      },
      {
        caption: 'Pages',
        head: ['page', ...createTableHeads(all, ['first', 'p50', 'p95'], true)],
        rows: createRows(all, ({ traffic }) => traffic.pages, 0.95),
      },
      {
        caption: 'Ingest',
        head: ['', ...createTableHeads(all, [''], true).map((name) => name.trim())],
        rows: [
          createFigureRow(
            'logs a second that came in during the reads',
            ({ traffic }) => traffic.incomingPerSecond,
            formatInteger,
          ),
          createFigureRow(
            'logs a second in batches of 1,000, over HTTP',
            ({ traffic }) => traffic.rowsPerSecond,
            formatInteger,
          ),
          createFigureRow('CPU time per log, µs', ({ traffic }) => traffic.microsecondsPerRow, formatMs),
          createFigureRow(
            `CPU time relative to a bare insert (${formatMs(bareInsert)} µs)`,
            ({ traffic }) => traffic.microsecondsPerRow / bareInsert,
            formatTimes,
          ),
          createFigureRow(
            '`/health` during batches of 1,000, p99 ms',
            ({ traffic }) => computePercentile(traffic.health, 0.99),
            formatMs,
          ),
          createFigureRow(
            '`/health` during the reads, p99 ms',
            ({ traffic }) => computePercentile(traffic.healthDuringReads, 0.99),
            formatMs,
          ),
          createFigureRow(
            'bare node:http during the reads, p99 ms',
            ({ traffic }) => computePercentile(traffic.bareDuringReads, 0.99),
            formatMs,
          ),
          createFigureRow(
            'GET the project while two clients read top endpoints, p99 ms',
            ({ traffic }) => computePercentile(traffic.quickReads, 0.99),
            formatMs,
          ),
          createFigureRow(
            'rollups, share of the time of ingest',
            ({ rollups }) => rollups.shareOfIngest,
            formatPercent,
          ),
          createFigureRow('rollups, MiB', ({ rollups }) => rollups.size, formatMegabytes),
          createFigureRow(
            'rollups, share of the size of the logs',
            ({ rollups }) => rollups.size / rollups.logsSize,
            formatPercent,
          ),
        ],
      },
    ],
    goals: all.flatMap(createGoals),
  };
}

/** Returns one row for each read, with its first latency, and the median and another percentile of the others, for each store. */
function createRows(
  all: readonly StoreFigures[],
  getFigures: (figures: StoreFigures) => TrafficFigures['reads'],
  share: number,
): string[][] {
  const [first] = all;
  return (first ? getFigures(first) : []).map(([name], index) => {
    const getTimes = (each: StoreFigures) => getFigures(each)[index]?.[1] ?? [];
    const getPercentile = (each: StoreFigures, wanted: number) =>
      computePercentile(getTimes(each).slice(WARM_UP_READS), wanted);
    return [
      name,
      ...all.flatMap((each) => [
        formatMs(getTimes(each)[0] ?? Number.NaN),
        formatMs(getPercentile(each, 0.5)),
        formatMs(getPercentile(each, share)),
      ]),
      ...formatRatio(all.map((each) => getPercentile(each, 0.5))),
    ];
  });
}

/** Returns the name and the percentile of the read with the highest percentile. */
function findSlowest(reads: TrafficFigures['reads'], share: number) {
  return reads
    .map(([name, times]) => ({ name, latency: computePercentile(times.slice(WARM_UP_READS), share) }))
    .toSorted((a, b) => b.latency - a.latency)[0];
}

function createGoals({ store, traffic, rollups }: StoreFigures): Goal[] {
  const slowestRead = findSlowest(traffic.reads, 0.99);
  const slowestPage = findSlowest(traffic.pages, 0.95);
  const health = computePercentile(traffic.health, 0.99);
  const sizeShare = rollups.size / rollups.logsSize;
  const rows = MIN_ROWS_PER_SECOND[store];
  return [
    ...(slowestRead
      ? [
          {
            goal: `no read of metrics or users on ${store} over ${MAX_READ_MS} ms (p99)`,
            measured: `${formatMs(slowestRead.latency)} ms, "${slowestRead.name}"`,
            met: slowestRead.latency <= MAX_READ_MS,
          },
        ]
      : []),
    ...(slowestPage
      ? [
          {
            goal: `no page on ${store} over ${MAX_PAGE_MS} ms (p95)`,
            measured: `${formatMs(slowestPage.latency)} ms, "${slowestPage.name}"`,
            met: slowestPage.latency <= MAX_PAGE_MS,
          },
        ]
      : []),
    {
      goal: `\`/health\` on ${store} within ${MAX_HEALTH_MS} ms (p99) during batches of 1,000`,
      measured: `${formatMs(health)} ms`,
      met: health <= MAX_HEALTH_MS,
    },
    {
      goal: `at least ${formatInteger(rows)} logs a second in batches of 1,000 on ${store}`,
      measured: formatInteger(traffic.rowsPerSecond),
      met: traffic.rowsPerSecond >= rows,
    },
    {
      goal: `rollups on ${store} take at most ${formatPercent(MAX_ROLLUP_SHARE)} of the time of ingest`,
      measured: formatPercent(rollups.shareOfIngest),
      met: rollups.shareOfIngest <= MAX_ROLLUP_SHARE,
    },
    {
      goal: `rollups on ${store} take at most ${formatPercent(MAX_ROLLUP_SIZE_SHARE)} of the size of the logs`,
      measured: formatPercent(sizeShare),
      met: sizeShare <= MAX_ROLLUP_SIZE_SHARE,
    },
    ...(store === 'sqlite'
      ? [
          {
            goal: `at most ${MAX_SQLITE_ROW_MICROSECONDS} µs of CPU time for each log on ${store}`,
            measured: `${formatMs(traffic.microsecondsPerRow)} µs`,
            met: traffic.microsecondsPerRow <= MAX_SQLITE_ROW_MICROSECONDS,
          },
        ]
      : []),
  ];
}
