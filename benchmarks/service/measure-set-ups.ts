// node benchmarks/service/measure-set-ups.ts [--logs <n>] [--clickhouse-logs <n>] [--rounds <n>] [--seconds <n>] [--set-up <name>] [--databases <folder>]
// Compares the three set-ups: SQLite, PostgreSQL, and PostgreSQL with the logs in ClickHouse.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describeMachine } from '../report/describe-machine.ts';
import { formatSectionMarkdown } from '../report/markdown.ts';
import type { Goal, Section } from '../report/report-section.ts';
import { formatSectionText } from '../report/report-text.ts';
import { formatInteger, formatMs, formatTimes } from './figures.ts';
import { measureBareInsertMicroseconds, measureSyncsPerSecond, startBareServer } from './floor-service.ts';
import { type BenchClient, createClient, measureLatencies, measureRate } from './load-client.ts';
import { KEY, PROJECT } from './measure-store.ts';
import { computePercentile } from './percentile.ts';
import { getEmail, getPseudoRandom, getToken, logAt, NEWEST_LOG_MS } from './sample-data.ts';
import { openSetUp, readTreeCpu, SET_UP_TITLES, SET_UPS, type SetUp, type SetUpName } from './set-up.ts';
import { startService } from './start-service.ts';
import { getReads } from './traffic.ts';

/** The capture SDK sends at most this many logs at once, compressed, each batch with an Idempotency-Key. */
const LOGS_PER_BATCH = 1_000;
const PREPARED_BATCHES = 8;
const CONCURRENT_BATCHES = [1, 4, 8];
const PAGE_SIZE = 100;
const MIN_ROWS_PER_SECOND = 30_000;
const MAX_SEARCH_MS = 100;
/** The searches for which the goal holds. */
const FIRST_GOAL_SEARCH = 'newest 100';

interface Options {
  readonly logs: Readonly<Record<SetUpName, number>>;
  readonly rounds: number;
  readonly seconds: number;
  readonly setUps: readonly SetUpName[];
  readonly databases: string | undefined;
}

/** Times in milliseconds, and CPU time of all processes for each request in milliseconds. */
interface ReadFigures {
  readonly name: string;
  readonly times: readonly number[];
  readonly cpuMs: number;
}

interface IngestFigures {
  readonly rowsPerSecond: number;
  /** CPU time for each row in microseconds, by process. */
  readonly cpu: ReadonlyMap<string, number>;
}

interface SetUpFigures {
  readonly name: SetUpName;
  readonly logs: number;
  readonly ingest: ReadonlyMap<number, IngestFigures>;
  readonly searches: readonly ReadFigures[];
  readonly traffic: readonly ReadFigures[];
  readonly logBytesPerRow: number;
  readonly bytesPerRow: number;
}

interface Floors {
  readonly syncs: number;
  readonly bareInsert: number;
  readonly received: IngestFigures;
}

const TEXT = { type: 'string' } as const;

function readOptions(): Options {
  const { values } = parseArgs({
    options: { logs: TEXT, 'clickhouse-logs': TEXT, rounds: TEXT, seconds: TEXT, 'set-up': TEXT, databases: TEXT },
  });
  const parse = (name: 'logs' | 'clickhouse-logs' | 'rounds' | 'seconds', ifMissing: number) => {
    const number = Number(values[name] ?? ifMissing);
    if (Number.isInteger(number) && number > 0) return number;
    throw new Error(`--${name} must be an integer above 0 (got "${values[name]}")`);
  };
  const logs = parse('logs', 1_000_000);
  const setUps = SET_UPS.filter((name) => values['set-up'] === undefined || values['set-up'] === name);
  if (setUps.length === 0) throw new Error(`--set-up must be one of ${SET_UPS.join(', ')} (got "${values['set-up']}")`);
  return {
    logs: { sqlite: logs, postgres: logs, clickhouse: parse('clickhouse-logs', logs) },
    rounds: parse('rounds', 100),
    seconds: parse('seconds', 10),
    setUps,
    databases: values.databases,
  };
}

function getSearches(
  count: number,
): readonly (readonly [name: string, query: (round: number) => Record<string, string>])[] {
  const pickNumber = (round: number) => Math.floor(getPseudoRandom(round, 11) * count);
  return [
    ['newest 100', () => ({})],
    ['newest 100 with status 404', () => ({ status: '404' })],
    ['newest 100 with status 503, 1 in 10,000', () => ({ status: '503' })],
    ['newest 100 with a status that does not occur', () => ({ status: '418' })],
    ['newest 100 of a user', (round) => ({ groupEmail: getEmail(pickNumber(round)) })],
    ['newest 100 of a user, about 1 in 1,500', () => ({ groupEmail: 'team-499@example.com' })],
    ['newest 100 with a frequent text in the URL', () => ({ urlContains: '/webhooks/' })],
    ['newest 100 with a text in one URL', (round) => ({ urlContains: getToken(pickNumber(round)) })],
    ['newest 100 with a text in no URL', () => ({ urlContains: 'zzqxzz' })],
    ['100 with status 500 of a user', (round) => ({ status: '500', groupEmail: getEmail(pickNumber(round)) })],
    ['2 characters of the URL, in no log', () => ({ urlContains: 'zq' })],
  ];
}

/** Creates batches as the SDK sends them. */
function createBatches() {
  const now = Date.now();
  const bodies = Array.from({ length: PREPARED_BATCHES }, (_, batch) => {
    const lines = Array.from({ length: LOGS_PER_BATCH }, (_each, index) =>
      JSON.stringify(logAt(batch * LOGS_PER_BATCH + index, now)),
    );
    return gzipSync(`${lines.join('\n')}\n`, { level: 1 });
  });
  return (number: number, path: string) => ({
    method: 'POST' as const,
    path,
    body: bodies[number % bodies.length] ?? '',
    type: 'application/x-ndjson',
    headers: { 'content-encoding': 'gzip', 'idempotency-key': randomUUID() },
  });
}

/** Sends batches concurrently for some time, and divides the CPU time of each process by the number of rows. */
async function measureIngest(
  client: BenchClient,
  path: string,
  clients: number,
  seconds: number,
  processes: ReadonlyMap<string, number>,
): Promise<IngestFigures> {
  const createBatch = createBatches();
  const start = performance.now();
  const before = new Map([...processes].map(([name, pid]) => [name, readTreeCpu(pid)]));
  const own = process.cpuUsage();
  const { times } = await measureRate((number) => client.send(createBatch(number, path)), { clients, seconds });
  const rows = times.length * LOGS_PER_BATCH;
  const { user, system } = process.cpuUsage(own);
  const cpu = new Map([...processes].map(([name, pid]) => [name, (readTreeCpu(pid) - (before.get(name) ?? 0)) / rows]));
  cpu.set('client', (user + system) / rows);
  return { rowsPerSecond: (rows * 1_000) / (performance.now() - start), cpu };
}

async function measureReads(
  client: BenchClient,
  reads: readonly (readonly [name: string, path: (round: number) => string])[],
  rounds: number,
  processes: ReadonlyMap<string, number>,
): Promise<ReadFigures[]> {
  const sumCpu = () => [...processes.values()].reduce((sum, pid) => sum + readTreeCpu(pid), 0);
  const figures: ReadFigures[] = [];
  for (const [name, getPath] of reads) {
    const before = sumCpu();
    const times = await measureLatencies((round) => client.send({ method: 'GET', path: getPath(round) }), rounds);
    figures.push({ name, times, cpuMs: (sumCpu() - before) / 1_000 / times.length });
  }
  return figures;
}

async function measureSetUp(name: SetUpName, options: Options, log: (text: string) => void): Promise<SetUpFigures> {
  const logs = options.logs[name];
  const setUp = await openSetUp(name, logs, new Date(NEWEST_LOG_MS).toISOString().slice(0, 10), options.databases);
  try {
    log(`${logs.toLocaleString('en')} logs`);
    return await measureFilled(setUp, logs, options, log);
  } finally {
    await setUp.close();
  }
}

async function measureFilled(
  setUp: SetUp,
  logs: number,
  options: Options,
  log: (text: string) => void,
): Promise<SetUpFigures> {
  const { database, logsUrl, servers } = setUp;
  const logSize = await setUp.measureLogSize();
  const size = (await database.size()) + (logsUrl === undefined ? 0 : logSize);
  const service = await startService(database.url, logsUrl);
  const processes = new Map([['service', service.pid], ...servers]);
  const client = createClient(service.url, KEY, Math.max(...CONCURRENT_BATCHES));
  try {
    const reads = getSearches(logs).map(([search, query]): [string, (round: number) => string] => [
      search,
      (round) => `${PROJECT}/logs?${new URLSearchParams({ limit: String(PAGE_SIZE), ...query(round) })}`,
    ]);
    const searches = await measureReads(client, reads, options.rounds, processes);
    log('log searches');
    const pages = (await getReads(client, PROJECT)).map(([page, path]): [string, () => string] => [page, () => path]);
    const traffic = await measureReads(client, pages, options.rounds, processes);
    log('reads of metrics and users');
    const ingest = new Map<number, IngestFigures>();
    for (const clients of CONCURRENT_BATCHES)
      ingest.set(clients, await measureIngest(client, `${PROJECT}/logs-batch`, clients, options.seconds, processes));
    log('ingest');
    return {
      name: setUp.name,
      logs,
      ingest,
      searches,
      traffic,
      logBytesPerRow: logSize / logs,
      bytesPerRow: size / logs,
    };
  } finally {
    client.close();
    await service.stop();
  }
}

/** Measures a process that only receives the batches, which is the lower bound of the service. */
async function measureReceiving(seconds: number): Promise<IngestFigures> {
  const server = await startBareServer();
  const client = createClient(server.url, 'none', 4);
  try {
    return await measureIngest(client, '/', 4, seconds, new Map());
  } finally {
    client.close();
    server.stop();
  }
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

function createWriteSection(all: readonly SetUpFigures[], floors: Floors): Section {
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

function createReadSection(
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

const options = readOptions();
const start = performance.now();
const loadBefore = loadavg()[1] ?? 0;
const floors: Floors = {
  syncs: measureSyncsPerSecond(tmpdir(), 3),
  bareInsert: measureBareInsertMicroseconds(tmpdir(), 50_000),
  received: await measureReceiving(3),
};
const all: SetUpFigures[] = [];
for (const name of options.setUps) {
  all.push(
    await measureSetUp(name, options, (text) => {
      process.stdout.write(`${((performance.now() - start) / 1_000).toFixed(0)} s: ${SET_UP_TITLES[name]}: ${text}\n`);
    }),
  );
}
const sections = [
  createWriteSection(all, floors),
  createReadSection(
    'Searching logs',
    [
      'Sequential HTTP requests for the newest 100 logs, while nothing is written. CPU time is that of the service and the databases for each request.',
    ],
    all,
    ({ searches }) => searches,
  ),
  createReadSection(
    'Traffic and users',
    [
      'Sequential HTTP requests. All set-ups read counts in the database, never logs, so these times do not depend on where the logs are.',
    ],
    all,
    ({ traffic }) => traffic,
  ),
];
for (const section of sections) process.stdout.write(`\n${formatSectionText(section)}`);
if (options.setUps.length === SET_UPS.length && Math.min(...Object.values(options.logs)) >= 1_000_000) {
  const load = `${loadBefore.toFixed(1)} and ${(loadavg()[1] ?? 0).toFixed(1)}`;
  const text = [
    '# The three set-ups side by side',
    'Written by `npm run bench:set-ups` in one run; do not edit. Compare the ratios: the absolute figures are those of one machine.',
    `${describeMachine([]).replace(/ \.$/, '')} Five-minute load average before and after: ${load}; other work on the machine increases the times, but hardly the CPU times. ClickHouse is the engine of version 26.7 (\`chdb\`) in a process of its own behind an HTTP server that runs one statement at a time.`,
    ...sections.map(formatSectionMarkdown),
  ];
  writeFileSync(fileURLToPath(new URL('SET-UPS.md', import.meta.url)), `${text.join('\n\n')}\n`);
  process.stdout.write('Written to benchmarks/service/SET-UPS.md\n');
}
