import { type BenchClient, createClient, measureLatencies } from './load-client.ts';
import { CONCURRENT_BATCHES, type IngestFigures, measureIngest } from './measure-ingest.ts';
import { KEY, PROJECT } from './measure-store.ts';
import { getEmail, getPseudoRandom, getToken, NEWEST_LOG_MS } from './sample-data.ts';
import { openSetUp, readTreeCpu, type SetUp, type SetUpName } from './set-up.ts';
import type { SetUpOptions } from './set-up-options.ts';
import { startService } from './start-service.ts';
import { getReads } from './traffic.ts';

const PAGE_SIZE = 100;

/** Times in milliseconds, and CPU time of all processes for each request in milliseconds. */
export interface ReadFigures {
  readonly name: string;
  readonly times: readonly number[];
  readonly cpuMs: number;
}

export interface SetUpFigures {
  readonly name: SetUpName;
  readonly logs: number;
  readonly ingest: ReadonlyMap<number, IngestFigures>;
  readonly searches: readonly ReadFigures[];
  readonly traffic: readonly ReadFigures[];
  readonly logBytesPerRow: number;
  readonly bytesPerRow: number;
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

/** Fills and measures one set-up. @param log reports each finished step */
export async function measureSetUp(
  name: SetUpName,
  options: SetUpOptions,
  log: (text: string) => void,
): Promise<SetUpFigures> {
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
  options: SetUpOptions,
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
