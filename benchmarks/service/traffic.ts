import { setTimeout } from 'node:timers/promises';
import type { Store } from '../../apps/service/build/index.js';
import { getDelta } from '../../apps/service/src/areas/logs/traffic-delta.ts';
import { foldTraffic } from '../../apps/service/src/areas/metrics/fold-traffic.ts';
import type { Database } from './databases.ts';
import { startBareServer } from './floor-service.ts';
import { type BenchClient, createClient, measureLatencies } from './load-client.ts';
import { measurePages } from './measure-pages.ts';
import type { ServiceBenchOptions } from './options.ts';
import { type GeneratedLog, logAt } from './sample-data.ts';
import type { BenchService } from './start-service.ts';

/** Number of logs per second that are sent while metrics are read. */
export const INCOMING_PER_SECOND = 2_000;
const INCOMING_BATCHES_PER_SECOND = 20;
/** Interval between health checks in milliseconds. It is long enough to leave the processor to the writes. */
const HEALTH_INTERVAL_MS = 10;
const LOGS_PER_BATCH = 1_000;
const QUICK_READS = 100;
const CONCURRENT_REPORTS = 2;
const ROLLUP_TABLES = ['endpoints', 'traffic', 'traffic_errors', 'traffic_environments', 'caller_days', 'callers'];

/** Time and space that the counts for metrics require. */
export interface RollupCost {
  /**
   * Time for computing the counts and adding them to the rollups, as a ratio of the total time for ingesting the logs.
   */
  readonly shareOfIngest: number;
  /** Size of the counts with their indexes in bytes. */
  readonly size: number;
  readonly logsSize: number;
}

export interface TrafficFigures {
  /** Times of reads in milliseconds while logs are sent. */
  readonly reads: readonly (readonly [name: string, times: readonly number[]])[];
  /** Times of pages in milliseconds while logs are sent. */
  readonly pages: readonly (readonly [name: string, times: readonly number[]])[];
  /** Times in milliseconds of `/health`, and of the same request to a bare server, during the reads. */
  readonly healthDuringReads: readonly number[];
  readonly bareDuringReads: readonly number[];
  /** Times in milliseconds of short reads (the project) while two clients read the slowest report without a pause. */
  readonly quickReads: readonly number[];
  /** Number of logs per second that were accepted during the reads. */
  readonly incomingPerSecond: number;
  /** Times of `/health` in milliseconds while batches of 1,000 logs are sent. */
  readonly health: readonly number[];
  readonly rowsPerSecond: number;
  /** CPU time of the service for each log in microseconds, including counting. */
  readonly microsecondsPerRow: number;
}

/**
 * Adds the pending counts to the rollups. Deletes counts that are older than the retention of the service. The first
 * deletion sets the start of the counts by minute, as it does every hour in a running service. Without it, the tables
 * would contain counts by minute for all 30 days, and PostgreSQL would keep their space after the deletion.
 */
export async function fillRollups(store: Store, project: string): Promise<void> {
  await store.traffic.prune(project, Date.now(), LOGS_PER_BATCH);
  await foldTraffic(store);
  while ((await store.traffic.prune(project, Date.now(), LOGS_PER_BATCH)) > 0);
}

/**
 * Measures the time and space for the counts of logs that were just stored in batches.
 * @param ingestMs time for storing the logs in milliseconds, without adding the counts to the rollups
 */
export async function measureRollupCost(
  store: Store,
  project: string,
  logs: readonly GeneratedLog[],
  ingestMs: number,
  database: Database,
): Promise<RollupCost> {
  let start = performance.now();
  await foldTraffic(store);
  const foldMs = performance.now() - start;
  start = performance.now();
  for (let index = 0; index < logs.length; index += LOGS_PER_BATCH) {
    JSON.stringify(
      getDelta(
        project,
        logs.slice(index, index + LOGS_PER_BATCH).map((log) => ({ ...log, clientKind: 'person' as const })),
      ),
    );
  }
  const countMs = performance.now() - start;
  return {
    shareOfIngest: (countMs + foldMs) / (ingestMs + foldMs),
    size: await database.measureSize(ROLLUP_TABLES),
    logsSize: await database.measureSize(database.logTables),
  };
}

/**
 * Measures, on a filled database, the times of reading metrics over HTTP while logs are sent, and the maximum rate of
 * logs.
 */
export async function measureTraffic(
  service: BenchService,
  key: string,
  project: string,
  { rounds, seconds }: ServiceBenchOptions,
): Promise<TrafficFigures> {
  const reader = createClient(service.url, key, 1);
  const writer = createClient(service.url, key, 4);
  const prober = createClient(service.url, key, 1);
  const bareServer = await startBareServer();
  const bareClient = createClient(bareServer.url, 'none', 1);
  try {
    const { result, perSecond: incomingPerSecond } = await runWhileSending(writer, project, async () => {
      const measuredReads: [string, number[]][] = [];
      const end = new AbortController();
      const probes = [prober, bareClient].map((client) => probeHealth(client, end.signal));
      try {
        for (const [name, path] of await getReads(reader, project)) {
          measuredReads.push([name, await measureLatencies(() => reader.send({ method: 'GET', path }), rounds)]);
        }
      } finally {
        end.abort();
      }
      const [healthDuringReads = [], bareDuringReads = []] = await Promise.all(probes);
      const pages = await measurePages(service.url, key, project, rounds);
      return { reads: measuredReads, pages, healthDuringReads, bareDuringReads };
    });
    const quickReads = await measureQuickReads(service, key, project);
    return {
      ...result,
      quickReads,
      incomingPerSecond,
      ...(await ingest(service, { reader, writer, project, seconds })),
    };
  } finally {
    for (const client of [reader, writer, prober, bareClient]) client.close();
    bareServer.stop();
  }
}

/** Returns the times of `/health` in milliseconds until the signal is aborted. */
async function probeHealth(client: BenchClient, signal: AbortSignal): Promise<number[]> {
  const times: number[] = [];
  while (!signal.aborted) {
    const startMs = performance.now();
    await client.send({ method: 'GET', path: '/health' });
    times.push(performance.now() - startMs);
    await setTimeout(HEALTH_INTERVAL_MS);
  }
  return times;
}

/** Returns the times of short reads in milliseconds while reports are read. */
async function measureQuickReads(service: BenchService, key: string, project: string): Promise<number[]> {
  const quickClient = createClient(service.url, key, 1);
  const reports = createClient(service.url, key, CONCURRENT_REPORTS);
  let isDone = false;
  const readReports = async () => {
    while (!isDone) {
      await reports.send({ method: 'GET', path: `${project}/metrics/top-endpoints?since=-30d&sort=p95` });
    }
  };
  try {
    const runningPromise = Promise.all(Array.from({ length: CONCURRENT_REPORTS }, readReports));
    const times = await measureLatencies(() => quickClient.send({ method: 'GET', path: project }), QUICK_READS);
    isDone = true;
    await runningPromise;
    return times;
  } finally {
    isDone = true;
    quickClient.close();
    reports.close();
  }
}

/** Returns the reads of metrics and users. */
export async function getReads(client: BenchClient, project: string): Promise<[name: string, path: string][]> {
  const get = async (path: string) => JSON.parse(await client.send({ method: 'GET', path: project + path })) as unknown;
  const { users } = (await get('/users?limit=1')) as { readonly users: readonly { readonly id: string }[] };
  const user = users[0]?.id;
  if (user === undefined) throw new Error('the service has no users; the logs have not been counted');
  return [
    ['summary of 24 hours', `${project}/metrics/summary`],
    ['summary of 30 days', `${project}/metrics/summary?since=-30d`],
    ['top endpoints of 30 days by p95', `${project}/metrics/top-endpoints?since=-30d&sort=p95`],
    ['24 hours by minute', `${project}/metrics/timeseries?since=-24h&interval=minute`],
    ['30 days by hour', `${project}/metrics/timeseries?since=-30d&interval=hour`],
    ['errors of 7 days', `${project}/metrics/errors?since=-7d`],
    ['users by requests', `${project}/users?sort=requests`],
    ['one user, 30 days by day', `${project}/users/${user}/timeseries?since=-30d`],
  ];
}

/** Runs an action while batches are sent at a constant rate, even if earlier batches have no response yet. */
async function runWhileSending<T>(
  client: BenchClient,
  project: string,
  action: () => Promise<T>,
): Promise<{ readonly result: T; readonly perSecond: number }> {
  const start = performance.now();
  const rows = INCOMING_PER_SECOND / INCOMING_BATCHES_PER_SECOND;
  const requests: Promise<unknown>[] = [];
  const timer = setInterval(() => {
    requests.push(client.send(createBatch(project, requests.length * rows, rows)));
  }, 1_000 / INCOMING_BATCHES_PER_SECOND);
  let result: T;
  try {
    result = await action();
  } finally {
    clearInterval(timer);
    // A failed batch is reported below, unless the action itself has failed.
    await Promise.allSettled(requests);
  }
  await Promise.all(requests);
  return { result, perSecond: (requests.length * rows * 1_000) / (performance.now() - start) };
}

async function ingest(
  service: BenchService,
  use: {
    readonly reader: BenchClient;
    readonly writer: BenchClient;
    readonly project: string;
    readonly seconds: number;
  },
): Promise<Pick<TrafficFigures, 'health' | 'rowsPerSecond' | 'microsecondsPerRow'>> {
  // The batches are created before the measurement, because this process shares the processors with the service.
  const batches = Array.from({ length: 8 }, (_, index) =>
    createBatch(use.project, index * LOGS_PER_BATCH, LOGS_PER_BATCH),
  );
  const end = new AbortController();
  const probe = probeHealth(use.reader, end.signal);
  const cpuBefore = service.cpuMicroseconds();
  const start = performance.now();
  const deadline = start + use.seconds * 2_000;
  let requests = 0;
  const write = async () => {
    while (performance.now() < deadline) {
      const batch = batches[requests % batches.length];
      requests += 1;
      if (batch) await use.writer.send(batch);
    }
    return performance.now() - start;
  };
  const elapsedMs = await write().finally(() => end.abort());
  const health = await probe;
  const rows = requests * LOGS_PER_BATCH;
  return {
    health,
    rowsPerSecond: (rows * 1_000) / elapsedMs,
    microsecondsPerRow: (service.cpuMicroseconds() - cpuBefore) / rows,
  };
}

function createBatch(project: string, from: number, rows: number) {
  const now = Date.now();
  const lines = Array.from({ length: rows }, (_, index) => JSON.stringify(logAt(from + index, now)));
  return {
    method: 'POST',
    path: `${project}/logs-batch`,
    body: lines.join('\n'),
    type: 'application/x-ndjson',
  } as const;
}
