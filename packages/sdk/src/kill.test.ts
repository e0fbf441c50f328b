import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import {
  Cleanup,
  type FaultDecider,
  type ProxyFault,
  Random,
  type ServiceProcess,
  startFaultProxy,
  startServiceProcess,
} from '@context-sync/testkit';
import { expect, it, onTestFinished } from 'vitest';
import type { CaptureStats } from './client/capture-client.ts';

/** Number of kills, and seed of the random moments. Example: `KILLS=200 SEED=7 vitest run packages/sdk/src/kill`. */
const KILLS = Number(process.env.KILLS ?? 6);
const SEED = Number(process.env.SEED ?? 20_261_123);
const FAULT_SHARE = 0.3;
const FAULTS: readonly ProxyFault[] = [
  'request-lost',
  'response-lost',
  'truncated',
  { status: 503, headers: { 'retry-after': '1' } },
  { status: 502, afterPassing: true },
  { status: 429, headers: { 'retry-after': '1' } },
];
const BATCH = /^POST .*\/logs-batch$/;

/** An API in a separate process that captures its own traffic. */
interface Api {
  readonly request: (path: string) => Promise<void>;
  readonly requestStats: (command: 'flush' | 'stats') => Promise<CaptureStats>;
  readonly kill: () => Promise<void>;
}

async function startApi(url: string, key: string): Promise<Api> {
  const child = fork(new URL('testing/api.fixture.ts', import.meta.url), [url, key], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const processEnd = once(child, 'close');
  const kill = async () => {
    child.kill('SIGKILL');
    await processEnd;
  };
  onTestFinished(kill);
  const [port] = (await once(child, 'message')) as [number];
  return {
    async request(path) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      await response.arrayBuffer();
    },
    async requestStats(command) {
      const reply = once(child, 'message');
      child.send(command);
      return ((await reply) as [CaptureStats])[0];
    },
    kill,
  };
}

/** Starts the real service in a separate process, behind a proxy with the faults that `decide` returns. */
async function openService(decide: FaultDecider) {
  const cleanup = new Cleanup();
  onTestFinished(() => cleanup.close());
  const service = await startServiceProcess(cleanup);
  return { service, proxy: await startFaultProxy(cleanup, service.url, decide) };
}

/** Returns the request paths of all logs that the service has stored. */
async function listStoredPaths({ url, key }: ServiceProcess): Promise<string[]> {
  const paths: string[] = [];
  let cursor = '';
  do {
    const response = await fetch(`${url()}/api/v1/projects/octo-api/logs?limit=500${cursor}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(response.status).toBe(200);
    const { logs, next } = (await response.json()) as { logs: { url: string }[]; next: string | null };
    paths.push(...logs.map((log) => new URL(log.url, 'http://api.test').pathname));
    cursor = next === null ? '' : `&cursor=${encodeURIComponent(next)}`;
  } while (cursor !== '');
  return paths;
}

it(
  `no acknowledged log is lost or duplicated over ${KILLS} kills of the API or the service and 30 % faults (SEED=${SEED})`,
  async () => {
    const random = new Random(SEED);
    const { service, proxy } = await openService((method) =>
      method === 'POST' && random.chance(FAULT_SHARE) ? random.pick(FAULTS) : 'none',
    );
    let api = await startApi(proxy.url, service.key);
    /** The paths of the requests to the current API process. */
    let paths: string[] = [];
    /** The paths of the requests to all API processes, except for requests whose logs were lost with a killed process. */
    const capturedPaths = new Set<string>();
    let acknowledgedCount = 0;
    let requests = 0;
    const request = async (count: number) => {
      for (let index = 0; index < count; index += 1) {
        const path = `/pets/${requests}`;
        requests += 1;
        capturedPaths.add(path);
        paths.push(path);
        await api.request(path);
      }
    };
    for (let kill = 0; kill < KILLS; kill += 1) {
      await request(random.getInteger(1, 40));
      const batches = proxy.requests.filter((request) => BATCH.test(request)).length;
      const counts = api.requestStats('flush').catch(() => undefined);
      await proxy.until(BATCH, batches + 1);
      await setTimeout(random.next() * 20);
      if (kill % 2 === 0) {
        await service.restart();
        await counts;
      } else {
        const knownStats = await api.requestStats('stats');
        await api.kill();
        await proxy.waitUntilIdle();
        const storedPaths = new Set(await listStoredPaths(service));
        expect(paths.filter((path) => storedPaths.has(path)).length).toBeGreaterThanOrEqual(knownStats.sent);
        acknowledgedCount += knownStats.sent;
        // The logs in the memory of a killed process are lost, unless the service has received its last batch.
        for (const path of paths) if (!storedPaths.has(path)) capturedPaths.delete(path);
        paths = [];
        api = await startApi(proxy.url, service.key);
      }
    }
    await request(20);
    const { sent, queued, dropped, rejected, abandoned } = await api.requestStats('flush');
    expect({ sent, queued, dropped, rejected, abandoned }).toEqual({
      sent: paths.length,
      queued: 0,
      dropped: 0,
      rejected: 0,
      abandoned: 0,
    });
    const storedPaths = await listStoredPaths(service);
    expect(new Set(storedPaths).size).toBe(storedPaths.length);
    expect(storedPaths.sort()).toEqual([...capturedPaths].sort());
    expect(storedPaths.length).toBeGreaterThanOrEqual(acknowledgedCount + sent);
  },
  120_000 + KILLS * 60_000,
);

it('the SDK counts exactly how many logs it drops while the service is unavailable', async () => {
  let isAway = true;
  const { service, proxy } = await openService(() => (isAway ? 'request-lost' : 'none'));
  const api = await startApi(proxy.url, service.key);
  const count = 200;
  // The log of each response takes 120 KB of the queue, which is limited to 8 MiB.
  for (let index = 0; index < count; index += 1) await api.request(`/pets/${index}?bytes=60000`);
  isAway = false;
  const { sent, dropped, queued } = await api.requestStats('flush');
  expect(queued).toBe(0);
  expect(dropped).toBeGreaterThan(0);
  expect(sent + dropped).toBe(count);
  const stored = await listStoredPaths(service);
  expect(new Set(stored).size).toBe(stored.length);
  expect(stored).toHaveLength(sent);
});
