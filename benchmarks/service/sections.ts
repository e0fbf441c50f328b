import type { Goal, Section } from '../report/section.ts';
import type { Figures, SearchFigures } from './measure.ts';
import { SIDES } from './measure.ts';
import { percentile } from './percentile.ts';
import { FREQUENT_WORD_SEARCH, LONGEST_SEARCH, RARE_TEXT_SEARCH, SENTENCE_SEARCH } from './searches.ts';

/** Milliseconds that no search of logs should take longer than, of a hundred but one. */
const WORST = 50;
/** Milliseconds that PostgreSQL may take to find a rare text of frequent parts in each million logs: its index reads lists as long as that. */
const RARE_TEXT = 100;
/** Milliseconds that PostgreSQL may take for searches of context items. */
const ITEM_GOALS = [
  [FREQUENT_WORD_SEARCH, 20],
  [SENTENCE_SEARCH, 60],
  [LONGEST_SEARCH, 250],
] as const;

export interface Floors {
  readonly syncs: number;
  readonly bareOne: number;
  readonly bareMany: number;
}

const whole = (value: number) => (Number.isNaN(value) ? '–' : Math.round(value).toLocaleString('en'));
const ms = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(1));
const times = (value: number) => `${value < 0.1 ? value.toFixed(3) : value.toFixed(2)} ×`;
const megabytes = (bytes: number) => whole(bytes / 2 ** 20);

function searchRows(all: readonly Figures[], of: (figures: Figures) => readonly SearchFigures[]): string[][] {
  const [first] = all;
  return (first ? of(first) : []).map(({ name }, at) => [
    name,
    ...all.flatMap((figures) => {
      const search = of(figures)[at];
      if (!search) throw new Error(`${figures.store} was not asked for "${name}"`);
      return [search.found, ms(percentile(search.times, 0.5)), ms(percentile(search.times, 0.99))];
    }),
    ...ratio(all.map((figures) => percentile(of(figures)[at]?.times ?? [], 0.5))),
  ]);
}

/** The second store against the first. */
function ratio([first, second]: readonly number[]): string[] {
  return first === undefined || second === undefined ? [] : [times(second / first)];
}

const heads = (all: readonly Figures[], names: readonly string[], ratios: boolean) => [
  ...all.flatMap(({ store }) => names.map((name) => `${store} ${name}`)),
  ...(ratios && all.length === 2 ? [`${all[1]?.store} / ${all[0]?.store}`] : []),
];

export function logSection(all: readonly Figures[], logs: number): Section {
  const sqlite = all.find(({ store }) => store === 'sqlite');
  const worst = sqlite?.searches
    .map(({ name, times: taken }) => ({ name, p99: percentile(taken, 0.99) }))
    .reduce((a, b) => (b.p99 > a.p99 ? b : a));
  return {
    title: `Searching ${logs.toLocaleString('en')} logs`,
    notes: [
      'Requests to the service over HTTP, one after the other, on a connection that is kept; milliseconds from request to the end of the answer, p50 and p99. "Found" is what the first page of the first request had, and whether it gave a cursor. Where values can differ, each request has others. What has no whole trigram, or is frequent elsewhere, may end early with a cursor: that bounds it.',
    ],
    tables: [
      {
        caption: 'Searches',
        head: ['search', ...heads(all, ['found', 'p50', 'p99'], true)],
        rows: searchRows(all, ({ searches }) => searches),
      },
      {
        caption: 'The database',
        head: ['', ...heads(all, [''], true).map((name) => name.trim())],
        rows: [
          [
            'logs put in a second, 1,000 at a time, all indexes in place',
            ...all.map((each) => whole(each.logsPerSecond)),
            ...ratio(all.map((each) => each.logsPerSecond)),
          ],
          [
            'MiB on the disk at the end',
            ...all.map(({ size }) => megabytes(size)),
            ...ratio(all.map(({ size }) => size)),
          ],
        ],
      },
    ],
    goals: [
      ...(worst
        ? [
            {
              goal: `no search on SQLite over ${WORST} ms (p99)`,
              measured: `${ms(worst.p99)} ms, "${worst.name}"`,
              met: worst.p99 <= WORST,
            },
          ]
        : []),
      ...rareTextGoals(all, logs),
    ],
  };
}

function rareTextGoals(all: readonly Figures[], logs: number): Goal[] {
  const most = RARE_TEXT * Math.max(1, logs / 1_000_000);
  const postgres = all.find(({ store }) => store === 'postgres');
  const search = postgres?.searches.find(({ name }) => name === RARE_TEXT_SEARCH);
  if (!search) return [];
  const median = percentile(search.times, 0.5);
  return [
    {
      goal: `"${search.name}" on PostgreSQL within ${ms(most)} ms (p50), without an empty page`,
      measured: `${ms(median)} ms, ${search.emptyPages} of ${search.times.length} pages empty`,
      met: median <= most && search.emptyPages === 0,
    },
  ];
}

export function itemSection(all: readonly Figures[]): Section {
  return {
    title: 'Searching context items',
    notes: [
      'Items of 450 words, some 3 KB, whose words are as unevenly frequent as those of a language. Ten items a page.',
    ],
    tables: [
      {
        caption: 'Searches',
        head: ['search', ...heads(all, ['found', 'p50', 'p99'], true)],
        rows: searchRows(all, ({ itemSearches }) => itemSearches),
      },
    ],
    goals: ITEM_GOALS.flatMap(([name, most]) => {
      const postgres = all.find(({ store }) => store === 'postgres');
      const search = postgres?.itemSearches.find((each) => each.name === name);
      if (!search) return [];
      const median = percentile(search.times, 0.5);
      return [
        { goal: `"${name}" on PostgreSQL within ${most} ms (p50)`, measured: `${ms(median)} ms`, met: median <= most },
      ];
    }),
  };
}

export function loadSection(all: readonly Figures[], floors: Floors): Section {
  const [first] = all;
  const names = [...(first?.loads.keys() ?? [])];
  const perSecond = (figures: Figures, at: number) => [...figures.loads.values()][at]?.perSecond ?? Number.NaN;
  return {
    title: 'Requests a second',
    notes: [
      'Each kind of request for some seconds, from a client on the same machine. Every write is on the disk before it is answered. The floor of one write at a time is how often the disk can be made to keep a page; that of many is what node:http answers in a process that only reads the body: many writes share one wait for the disk.',
    ],
    tables: [
      {
        caption: 'Floors',
        head: ['', 'a second'],
        rows: [
          ['one page written and synced (fdatasync)', whole(floors.syncs)],
          ['bare node:http, POST of 3 KB, 1 at a time', whole(floors.bareOne)],
          [`bare node:http, POST of 3 KB, ${SIDES} at a time`, whole(floors.bareMany)],
        ],
      },
      {
        caption: 'Requests',
        head: ['request', ...heads(all, ['a second', 'of its floor', 'p99 ms'], true)],
        rows: names.map((name, at) => {
          const floor = name.includes(', 1 at a time') ? Math.min(floors.syncs, floors.bareOne) : floors.bareMany;
          return [
            name,
            ...all.flatMap((figures) => [
              whole(perSecond(figures, at)),
              times(perSecond(figures, at) / floor),
              ms(percentile([...figures.loads.values()][at]?.times ?? [], 0.99)),
            ]),
            ...ratio(all.map((figures) => perSecond(figures, at))),
          ];
        }),
      },
      {
        caption: 'Most memory of the service, MiB (that of PostgreSQL is not in it)',
        head: ['after', ...heads(all, [''], true).map((name) => name.trim())],
        rows: (['started', 'searched', 'loaded'] as const).map((when) => [
          { started: 'its start', searched: 'the searches', loaded: 'everything' }[when],
          ...all.map(({ memory }) => megabytes(memory[when])),
          ...ratio(all.map(({ memory }) => memory[when])),
        ]),
      },
    ],
    goals: [],
  };
}
