import { createServer, request as sendRequest } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { foldTraffic } from '../../../areas/metrics/fold-traffic.ts';
import { populate } from '../../../testing/service.fixture.ts';
import { getMinute } from '../../time/minutes.ts';
import { createProject } from '../behavior/accounts.fixture.ts';
import { openTestStore } from '../behavior/database.fixture.ts';
import { createLoad } from '../behavior/load.fixture.ts';
import { type ServiceProcess, startServiceProcess } from '../behavior/process.fixture.ts';
import { createRandom } from '../behavior/random.fixture.ts';
import { usePostgres } from './backend.fixture.ts';

usePostgres();

const PROCESSES = 3;
/** Number of kills. Like the seed of the random moments, it can be set: `KILLS=200 SEED=7 vitest run three-processes`. */
const KILLS = Number(process.env.KILLS ?? 6);
const SEED = Number(process.env.SEED ?? 20_261_127);

/** Starts a proxy that sends each request to the next running process. */
async function startProxy(services: readonly ServiceProcess[]): Promise<string> {
  let place = 0;
  const proxy = createServer((request, response) => {
    const runningProcesses = services.filter((service) => service.isRunning());
    place += 1;
    const service = runningProcesses[place % Math.max(1, runningProcesses.length)];
    if (!service) {
      response.destroy();
      return;
    }
    const { method, url, headers } = request;
    const forwardedRequest = sendRequest(`${service.url}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => response.destroy()).pipe(response);
    });
    forwardedRequest.on('error', () => response.destroy());
    request.pipe(forwardedRequest);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy does not listen');
  return `http://127.0.0.1:${address.port}`;
}

it(
  `no acknowledged write is lost or duplicated if one of ${PROCESSES} processes behind a proxy is killed ${KILLS} times (SEED=${SEED})`,
  async () => {
    const { store, database, rows } = await openTestStore();
    const { ann } = await populate(store);
    const project = (await createProject(store, ann)).id;
    const start = () => startServiceProcess(database.name, '--rate-limit', '0');
    const services = await Promise.all(Array.from({ length: PROCESSES }, start));
    const url = await startProxy(services);
    const load = createLoad(ann, { persistent: true });
    const random = createRandom(SEED);
    const end = load.run(url);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const enough = load.acknowledged.size + Math.floor(random() * 60);
      while (load.acknowledged.size < enough) await setTimeout(2);
      const place = kill % PROCESSES;
      await services[place]?.kill();
      services[place] = await start();
    }
    await end();
    await load.waitUntilIdle(url);
    for (const service of services) expect(await service.stop()).toBe(0);
    const logNames = (await rows('SELECT url AS name FROM logs')).map(({ name }) => String(name));
    const itemNames = (await rows('SELECT title AS name FROM context_items')).map(({ name }) => String(name));
    const names = [...logNames, ...itemNames];
    const writtenNames = new Set(names);
    expect(writtenNames.size).toBe(names.length);
    expect([...load.acknowledged].filter((name) => !writtenNames.has(name))).toEqual([]);
    const isExpected = (name: string) => load.acknowledged.has(name) || load.unknown.has(name);
    expect(names.filter((name) => !isExpected(name))).toEqual([]);
    expect(load.acknowledged.size).toBeGreaterThan(KILLS);
    // Each process has folded counts of logs that other processes have stored.
    await foldTraffic(store);
    const always = [{ from: 0, to: getMinute('9999-01-01'), grain: 1_440 as const }];
    const totals = await store.traffic.totals(project, always, {});
    expect([...totals.values()][0]?.n).toBe(logNames.length);
  },
  120_000 + KILLS * 60_000,
);
