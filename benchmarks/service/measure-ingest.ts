import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { startBareServer } from './floor-service.ts';
import { type BenchClient, createClient, measureRate } from './load-client.ts';
import { logAt } from './sample-data.ts';
import { readTreeCpu } from './set-up.ts';

/** The capture SDK sends at most this many logs at once, compressed, each batch with an Idempotency-Key. */
export const LOGS_PER_BATCH = 1_000;
const PREPARED_BATCHES = 8;
export const CONCURRENT_BATCHES = [1, 4, 8];

export interface IngestFigures {
  readonly rowsPerSecond: number;
  /** CPU time for each row in microseconds, by process. */
  readonly cpu: ReadonlyMap<string, number>;
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
export async function measureIngest(
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

/** Measures a process that only receives the batches, which is the lower bound of the service. */
export async function measureReceiving(seconds: number): Promise<IngestFigures> {
  const server = await startBareServer();
  const client = createClient(server.url, 'none', 4);
  try {
    return await measureIngest(client, '/', 4, seconds, new Map());
  } finally {
    client.close();
    server.stop();
  }
}
