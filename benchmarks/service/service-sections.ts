import type { Goal, Section } from '../report/report-section.ts';
import { createTableHeads, formatInteger, formatMegabytes, formatMs, formatRatio, formatTimes } from './figures.ts';
import type { SearchFigures, StoreFigures } from './measure-store.ts';
import { CONCURRENT_CLIENTS } from './measure-store.ts';
import { computePercentile } from './percentile.ts';
import {
  FREQUENT_WORD_SEARCH,
  LONGEST_SEARCH,
  RARE_TEXT_SEARCH,
  RARE_WORD_SEARCH,
  SENTENCE_SEARCH,
} from './search-cases.ts';

/** The goal for the peak memory of the service in MiB. */
const MAX_MEMORY_MIB = 300;
/** The goal for the p99 latency of log searches in milliseconds. */
const MAX_LOG_SEARCH_MS = 50;
/**
 * The goal for PostgreSQL to find a rare text with frequent trigrams, in milliseconds per million logs. The time grows with the number of logs, because the
 * posting lists of the index grow in the same way.
 */
const MAX_RARE_TEXT_MS_PER_MILLION = 100;
/** The goals for searches for context items on PostgreSQL, in milliseconds (p50) by name. */
const POSTGRES_ITEM_GOALS = [[LONGEST_SEARCH, 250]] as const;
/** The goals for searches for context items on every store, in milliseconds (p95) by name. */
const ITEM_GOALS = [
  [FREQUENT_WORD_SEARCH, 20],
  [RARE_WORD_SEARCH, 20],
  [SENTENCE_SEARCH, 60],
] as const;

export interface Floors {
  readonly syncs: number;
  readonly bareOne: number;
  readonly bareMany: number;
}

/** Percentiles of the tables of searches. */
const PERCENTILES = [50, 95, 99];
const SEARCH_COLUMNS = ['found', ...PERCENTILES.map((percentile) => `p${percentile}`)];

function searchRows(
  all: readonly StoreFigures[],
  getFigures: (figures: StoreFigures) => readonly SearchFigures[],
): string[][] {
  const [first] = all;
  return (first ? getFigures(first) : []).map(({ name }, index) => [
    name,
    ...all.flatMap((figures) => {
      const search = getFigures(figures)[index];
      if (!search) throw new Error(`${figures.store} did not run the search "${name}"`);
      return [
        search.found,
        ...PERCENTILES.map((percentile) => formatMs(computePercentile(search.times, percentile / 100))),
      ];
    }),
    ...formatRatio(all.map((figures) => computePercentile(getFigures(figures)[index]?.times ?? [], 0.5))),
  ]);
}

export function logSection(all: readonly StoreFigures[], logs: number): Section {
  const sqlite = all.find(({ store }) => store === 'sqlite');
  const worstSearch = sqlite?.searches
    .map(({ name, times: taken }) => ({ name, p99: computePercentile(taken, 0.99) }))
    .reduce((a, b) => (b.p99 > a.p99 ? b : a));
  return {
    title: `Searching ${logs.toLocaleString('en')} logs`,
    notes: [
      'The table lists the duration of sequential HTTP requests on a keep-alive connection, from the request to the end of the response, in milliseconds (p50, p95 and p99). "Found" is the number of logs in the first page of the first request, and whether it has a cursor. The values of filters differ between requests if possible. A search for fewer than three characters, or for a text that is frequent in logs that the other filters exclude, may end early and return a cursor, which limits its duration.',
    ],
    tables: [
      {
        caption: 'Searches',
        head: ['search', ...createTableHeads(all, SEARCH_COLUMNS, true)],
        rows: searchRows(all, ({ searches }) => searches),
      },
      {
        caption: 'The database',
        head: ['', ...createTableHeads(all, [''], true).map((name) => name.trim())],
        rows: [
          [
            'logs inserted per second, in batches of 1,000, with all indexes',
            ...all.map((each) => formatInteger(each.logsPerSecond)),
            ...formatRatio(all.map((each) => each.logsPerSecond)),
          ],
          [
            'MiB on disk at the end',
            ...all.map(({ size }) => formatMegabytes(size)),
            ...formatRatio(all.map(({ size }) => size)),
          ],
        ],
      },
    ],
    goals: [
      ...(worstSearch
        ? [
            {
              goal: `no search on SQLite over ${MAX_LOG_SEARCH_MS} ms (p99)`,
              measured: `${formatMs(worstSearch.p99)} ms, "${worstSearch.name}"`,
              met: worstSearch.p99 <= MAX_LOG_SEARCH_MS,
            },
          ]
        : []),
      ...createRareTextGoals(all, logs),
    ],
  };
}

function createRareTextGoals(all: readonly StoreFigures[], logs: number): Goal[] {
  const maxTimeMs = MAX_RARE_TEXT_MS_PER_MILLION * Math.max(1, logs / 1_000_000);
  const postgres = all.find(({ store }) => store === 'postgres');
  const search = postgres?.searches.find(({ name }) => name === RARE_TEXT_SEARCH);
  if (!search) return [];
  const median = computePercentile(search.times, 0.5);
  return [
    {
      goal: `"${search.name}" on PostgreSQL within ${formatMs(maxTimeMs)} ms (p50), without empty pages`,
      measured: `${formatMs(median)} ms, ${search.emptyPages} of ${search.times.length} pages empty`,
      met: median <= maxTimeMs && search.emptyPages === 0,
    },
  ];
}

export function createItemSection(all: readonly StoreFigures[]): Section {
  return {
    title: 'Searching context items',
    notes: [
      'The database contains items of 450 words (about 3 KB), whose word frequencies are similar to those of natural language. A page of results has ten items.',
    ],
    tables: [
      {
        caption: 'Searches',
        head: ['search', ...createTableHeads(all, SEARCH_COLUMNS, true)],
        rows: searchRows(all, ({ itemSearches }) => itemSearches),
      },
    ],
    goals: all.flatMap((figures) => [
      ...ITEM_GOALS.flatMap((goal) => createItemGoals(figures, goal, 95)),
      ...(figures.store === 'postgres'
        ? POSTGRES_ITEM_GOALS.flatMap((goal) => createItemGoals(figures, goal, 50))
        : []),
    ]),
  };
}

function createItemGoals(
  { store, itemSearches }: StoreFigures,
  [name, most]: readonly [string, number],
  percentile: number,
): Goal[] {
  const search = itemSearches.find((each) => each.name === name);
  if (!search) return [];
  const measured = computePercentile(search.times, percentile / 100);
  const goal = `"${name}" on ${store} within ${most} ms (p${percentile})`;
  return [{ goal, measured: `${formatMs(measured)} ms`, met: measured <= most }];
}

export function loadSection(all: readonly StoreFigures[], floors: Floors): Section {
  const [first] = all;
  const names = [...(first?.loads.keys() ?? [])];
  const getPerSecond = (figures: StoreFigures, index: number) =>
    [...figures.loads.values()][index]?.perSecond ?? Number.NaN;
  return {
    title: 'Requests a second',
    notes: [
      'A client on the same machine sends each kind of request for some seconds. Every write is flushed to disk before its response. The floor for one write at a time is the rate at which the disk flushes pages. Concurrent writes share one flush, so their floor is the rate at which node:http serves requests in a process that only reads the body.',
    ],
    tables: [
      {
        caption: 'Floors',
        head: ['', 'a second'],
        rows: [
          ['one page written and flushed (fdatasync)', formatInteger(floors.syncs)],
          ['bare node:http, POST of 3 KB, 1 at a time', formatInteger(floors.bareOne)],
          [`bare node:http, POST of 3 KB, ${CONCURRENT_CLIENTS} at a time`, formatInteger(floors.bareMany)],
        ],
      },
      {
        caption: 'Requests',
        head: ['request', ...createTableHeads(all, ['a second', 'of its floor', 'p99 ms'], true)],
        rows: names.map((name, index) => {
          const floorRate = name.includes(', 1 at a time') ? Math.min(floors.syncs, floors.bareOne) : floors.bareMany;
          return [
            name,
            ...all.flatMap((figures) => [
              formatInteger(getPerSecond(figures, index)),
              formatTimes(getPerSecond(figures, index) / floorRate),
              formatMs(computePercentile([...figures.loads.values()][index]?.times ?? [], 0.99)),
            ]),
            ...formatRatio(all.map((figures) => getPerSecond(figures, index))),
          ];
        }),
      },
      {
        caption: 'Peak memory of the service, MiB (without PostgreSQL)',
        head: ['after', ...createTableHeads(all, [''], true).map((name) => name.trim())],
        rows: (['started', 'searched', 'loaded'] as const).map((phase) => [
          { started: 'its start', searched: 'the searches', loaded: 'everything' }[phase],
          ...all.map(({ memory }) => formatMegabytes(memory[phase])),
          ...formatRatio(all.map(({ memory }) => memory[phase])),
        ]),
      },
    ],
    goals: all.map(({ store, memory }) => ({
      goal: `at most ${MAX_MEMORY_MIB} MiB of memory of the service on ${store} at the end`,
      measured: `${formatMegabytes(memory.loaded)} MiB`,
      met: memory.loaded <= MAX_MEMORY_MIB * 1_048_576,
    })),
  };
}
