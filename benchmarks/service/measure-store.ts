import { join } from 'node:path';
import { hashKey, openStore } from '../../apps/service/build/index.js';
import { type Database, openDatabase } from './databases.ts';
import { type BenchClient, createClient, measureLatencies, measureRate, type Rate } from './load-client.ts';
import type { ServiceBenchOptions, StoreName } from './options.ts';
import { createItem, createLog, logAt, NEWEST_LOG_MS } from './sample-data.ts';
import { createItemSearches, getSearches } from './search-cases.ts';
import { startService } from './start-service.ts';
import {
  fillRollups,
  INCOMING_PER_SECOND,
  measureRollupCost,
  measureTraffic,
  type RollupCost,
  type TrafficFigures,
} from './traffic.ts';

const SLUG = 'octo-api';
export const PROJECT = `/api/v1/projects/${SLUG}`;
const OWNER = 'owner@example.com';
/** The owner's API key in databases that are kept for later runs. */
export const KEY = `csk_${'benchmark'.repeat(5).slice(0, 43)}`;
const LOGS_PER_BATCH = 1_000;
/** ClickHouse merges the logs of small batches later, which is not part of the measurements. */
const LOGS_PER_CLICKHOUSE_BATCH = 4_000;
/** The number of logs that are inserted with all indexes in place, to measure the rate. */
const TIMED_LOGS = 20_000;
const LOGS_PER_MS = INCOMING_PER_SECOND / 1_000;
export const CONCURRENT_CLIENTS = 32;

export interface SearchFigures {
  readonly name: string;
  readonly times: readonly number[];
  /** The number of logs on the first page, and whether there is a next page. */
  readonly found: string;
  /** The number of empty pages that have a cursor. */
  readonly emptyPages: number;
}

export interface StoreFigures {
  readonly store: StoreName;
  readonly logsPerSecond: number;
  readonly size: number;
  readonly searches: readonly SearchFigures[];
  readonly itemSearches: readonly SearchFigures[];
  readonly loads: ReadonlyMap<string, Rate>;
  readonly rollups: RollupCost;
  readonly traffic: TrafficFigures;
  readonly memory: { readonly started: number; readonly searched: number; readonly loaded: number };
}

/** Measures one store: inserts logs, starts the service, searches and writes. */
export async function measure(
  name: StoreName,
  options: ServiceBenchOptions,
  log: (text: string) => void,
): Promise<StoreFigures> {
  const database = await openDatabase(name, getFilledFolder(name, options));
  try {
    if (!database.isFilled) {
      await fillDatabase(database, options.logs);
      log(`${name}: ${options.logs.toLocaleString('en')} logs`);
    }
    await database.copyFilled();
    const { logsPerSecond, rollups } = await measureInserts(database, options.logs);
    log(`${name}: counts of all logs`);
    const service = await startService(database.url);
    const client = createClient(service.url, KEY, CONCURRENT_CLIENTS);
    try {
      await client.send({ method: 'GET', path: PROJECT });
      const memoryAtStart = service.peakMemory();
      const traffic = await measureTraffic(service, KEY, PROJECT, options);
      log(`${name}: metrics and ingest`);
      const searches = await searchLogs(client, options);
      log(`${name}: ${searches.length} log searches`);
      const peakAfterSearches = service.peakMemory();
      const insertResult = await measureRate((number) => sendPost(client, '/context', createItem(number)), {
        clients: CONCURRENT_CLIENTS,
        seconds: 120,
        maxRequests: options.items,
      });
      log(`${name}: ${insertResult.times.length} context items`);
      await database.analyze();
      const itemSearches = await searchItems(client, options.rounds);
      const loadResults = await load(client, options.seconds);
      return {
        store: name,
        logsPerSecond,
        size: await database.size(),
        searches,
        itemSearches,
        loads: new Map([
          [`POST /context, 3 KB, up to ${insertResult.times.length.toLocaleString('en')} items`, insertResult],
          ...loadResults,
        ]),
        rollups,
        traffic,
        memory: { started: memoryAtStart, searched: peakAfterSearches, loaded: service.peakMemory() },
      };
    } finally {
      client.close();
      await service.stop();
    }
  } finally {
    await database.close();
  }
}

/**
 * Creates the project and its key, and inserts the logs, except for the newest ones, with their counts.
 * @param logs URL of the ClickHouse database in which the logs are stored. Default: the logs are stored in the database itself
 */
export async function fillDatabase(database: Database, count: number, logs?: string): Promise<void> {
  const store = await openStore(database.url, { logs });
  const logsPerBatch = logs === undefined ? LOGS_PER_BATCH : LOGS_PER_CLICKHOUSE_BATCH;
  try {
    await store.accounts.createUser(OWNER);
    const project = await store.accounts.createProject(SLUG, 'Octo API', OWNER);
    await store.accounts.createKey(OWNER, { access: 'full', hash: hashKey(KEY) });
    const untimedLogs = countUntimedLogs(count);
    const restoreIndex = await database.beforeFilling();
    let nextLog = 0;
    // The logs are inserted in approximately chronological order, because several connections insert at the same time.
    const sendNext = async () => {
      while (nextLog < untimedLogs) {
        const startIndex = nextLog;
        nextLog = Math.min(untimedLogs, startIndex + logsPerBatch);
        const batch = Array.from({ length: nextLog - startIndex }, (_, index) => createLog(startIndex + index, count));
        await store.logs.addAll(project, batch);
      }
    };
    await Promise.all(Array.from({ length: 4 }, sendNext));
    await restoreIndex();
    await fillRollups(store, project);
    await database.analyze();
  } finally {
    await store.close();
  }
}

/** Inserts the newest logs, and measures their rate and the cost of their counts. */
async function measureInserts(database: Database, count: number) {
  const store = await openStore(database.url);
  try {
    const project = (await store.accounts.projects()).find(({ slug }) => slug === SLUG)?.id;
    if (project === undefined) throw new Error('the database was not filled');
    const untimedLogs = countUntimedLogs(count);
    const timedLogs = Array.from({ length: count - untimedLogs }, (_, index) =>
      logAt(untimedLogs + index, NEWEST_LOG_MS + index / LOGS_PER_MS),
    );
    const start = performance.now();
    for (let startIndex = 0; startIndex < timedLogs.length; startIndex += LOGS_PER_BATCH)
      await store.logs.addAll(project, timedLogs.slice(startIndex, startIndex + LOGS_PER_BATCH));
    const ingestMs = performance.now() - start;
    const rollups = await measureRollupCost(store, project, timedLogs, ingestMs, database);
    return { logsPerSecond: (timedLogs.length * 1_000) / ingestMs, rollups };
  } finally {
    await store.close();
  }
}

const countUntimedLogs = (count: number) => Math.max(0, count - TIMED_LOGS);

/** Returns the folder of a filled database. Its logs depend on their number and on the day. */
function getFilledFolder(name: StoreName, { databases, logs }: ServiceBenchOptions): string | undefined {
  return databases && join(databases, `${name}-${logs}-${new Date(NEWEST_LOG_MS).toISOString().slice(0, 10)}`);
}

async function searchLogs(client: BenchClient, { logs, rounds }: ServiceBenchOptions): Promise<SearchFigures[]> {
  const figures: SearchFigures[] = [];
  for (const { name, query } of getSearches(logs)) {
    let foundCount = '';
    let emptyPages = 0;
    const latenciesMs = await measureLatencies(async (round) => {
      const parameters = Object.entries(query(round)).map(([key, value]): [string, string] => [key, String(value)]);
      const text = await client.send({ method: 'GET', path: `${PROJECT}/logs?${new URLSearchParams(parameters)}` });
      const page = JSON.parse(text) as { logs: unknown[]; next: string | null };
      if (page.logs.length === 0 && page.next !== null) emptyPages += 1;
      if (foundCount === '') foundCount = `${page.logs.length}${page.next === null ? '' : ', more'}`;
    }, rounds);
    figures.push({ name, times: latenciesMs, found: foundCount, emptyPages });
  }
  return figures;
}

async function searchItems(client: BenchClient, rounds: number): Promise<SearchFigures[]> {
  const figures: SearchFigures[] = [];
  for (const { name, query } of createItemSearches()) {
    let foundCount = '';
    const latenciesMs = await measureLatencies(async (round) => {
      const q = new URLSearchParams({ q: query(round) });
      const text = await client.send({ method: 'GET', path: `${PROJECT}/context-search?${q}` });
      if (foundCount === '') foundCount = String((JSON.parse(text) as { items: unknown[] }).items.length);
    }, rounds);
    figures.push({ name, times: latenciesMs, found: foundCount, emptyPages: 0 });
  }
  return figures;
}

async function load(client: BenchClient, seconds: number): Promise<Map<string, Rate>> {
  const log = JSON.stringify(createLog(1, 1_000));
  const logId = (
    JSON.parse(await client.send({ method: 'POST', path: `${PROJECT}/logs`, body: log })) as { id: string }
  ).id;
  const lines = Array.from({ length: 100 }, () => log).join('\n');
  const batchRequest = {
    method: 'POST',
    path: `${PROJECT}/logs-batch`,
    body: lines,
    type: 'application/x-ndjson',
  } as const;
  const loadCases: readonly (readonly [string, number, (number: number) => Promise<unknown>])[] = [
    ['POST /context, 1 at a time', 1, (number) => sendPost(client, '/context', createItem(number))],
    [
      `POST /context, ${CONCURRENT_CLIENTS} at a time`,
      CONCURRENT_CLIENTS,
      (number) => sendPost(client, '/context', createItem(number)),
    ],
    [
      `POST /logs, ${CONCURRENT_CLIENTS} at a time`,
      CONCURRENT_CLIENTS,
      () => client.send({ method: 'POST', path: `${PROJECT}/logs`, body: log }),
    ],
    [`POST /logs-batch of 100, 4 at a time`, 4, () => client.send(batchRequest)],
    [
      `GET one log, audited, ${CONCURRENT_CLIENTS} at a time`,
      CONCURRENT_CLIENTS,
      () => client.send({ method: 'GET', path: `${PROJECT}/logs/${logId}` }),
    ],
    [
      `GET the project, ${CONCURRENT_CLIENTS} at a time`,
      CONCURRENT_CLIENTS,
      () => client.send({ method: 'GET', path: PROJECT }),
    ],
    [
      `GET /logs, ${CONCURRENT_CLIENTS} at a time`,
      CONCURRENT_CLIENTS,
      () => client.send({ method: 'GET', path: `${PROJECT}/logs` }),
    ],
  ];
  const rates = new Map<string, Rate>();
  for (const [name, clients, send] of loadCases) rates.set(name, await measureRate(send, { clients, seconds }));
  return rates;
}

function sendPost(client: BenchClient, path: string, body: object): Promise<unknown> {
  return client.send({ method: 'POST', path: PROJECT + path, body: JSON.stringify(body) });
}
