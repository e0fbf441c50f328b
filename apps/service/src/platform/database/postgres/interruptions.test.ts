import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../../open-postgres-store.ts';
import { populate } from '../../../testing/service.fixture.ts';
import { createLoad } from '../behavior/load.fixture.ts';
import { type ServiceProcess, startServiceProcess } from '../behavior/process.fixture.ts';
import { createRandom } from '../behavior/random.fixture.ts';
import { type PostgresServer, query, startPostgres } from './server.fixture.ts';

/** Number of interruptions. Like the seed of the random moments, it can be set: `RESTARTS=20 SEED=7 vitest run interruptions`. */
const RESTARTS = Number(process.env.RESTARTS ?? 3);
const SEED = Number(process.env.SEED ?? 20_261_122);
const WRITERS = 32;
/** Timeout in milliseconds. It is so long that only a hanging test exceeds it. */
const LIMIT = 120_000;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());

/** The kinds of interruptions, which the test uses in rotation. */
const INTERRUPTIONS = [
  () => server.restart('fast'),
  () => server.restart('immediate'),
  () => server.terminateConnections(),
];

it(
  `the service returns no incorrect response over ${RESTARTS} interruptions of PostgreSQL with ${WRITERS} writers (SEED=${SEED})`,
  async () => {
    const url = await server.database();
    const store = await openPostgresStore(url);
    const keys = await populate(store);
    await store.close();
    const service = await startServiceProcess(url, '--rate-limit', '0');
    onTestFinished(() => service.kill());
    const load = createLoad(keys.ann, { writers: WRITERS, persistent: true });
    const random = createRandom(SEED);
    const end = load.run(service.url);
    for (let round = 0; round < RESTARTS; round += 1) {
      await waitForAcknowledged(load.acknowledged, WRITERS + Math.floor(random() * 200), service);
      await INTERRUPTIONS[round % INTERRUPTIONS.length]?.();
    }
    await waitForAcknowledged(load.acknowledged, 2 * WRITERS, service);
    await end();
    await load.waitUntilIdle(service.url);
    expect(await service.stop()).toBe(0);

    const all = [
      ...(await query(url, 'SELECT title AS name FROM context_items')),
      ...(await query(url, 'SELECT url AS name FROM logs')),
    ].map(({ name }) => String(name));
    const names = new Set(all);
    const foundItems = {
      lost: [...load.acknowledged].filter((name) => !names.has(name)),
      doubled: all.length - names.size,
      refusedAndWritten: [...load.refused].filter((name) => names.has(name)),
      unexpected: [...names].filter((name) => !load.acknowledged.has(name) && !load.unknown.has(name)),
    };
    const outcomes = [...load.outcomes].map(([outcome, count]) => `${outcome}: ${count}`).join(', ');
    process.stdout.write(`${RESTARTS} interruptions, ${WRITERS} writers: ${outcomes}; ${JSON.stringify(foundItems)}\n`);
    expect(foundItems).toEqual({ lost: [], doubled: 0, refusedAndWritten: [], unexpected: [] });
    // Every write gets a response. A database error results in a 503, and connections to the service are never closed.
    expect([...load.outcomes.keys()].filter((outcome) => !/^(201|503( with Retry-After)?)$/.test(outcome))).toEqual([]);
  },
  LIMIT + RESTARTS * 60_000,
);

/**
 * Resolves when `count` more writes have been acknowledged.
 * @throws Error if the service has ended, or after a timeout
 */
async function waitForAcknowledged(
  acknowledgedNames: ReadonlySet<string>,
  count: number,
  service: ServiceProcess,
): Promise<void> {
  const enough = acknowledgedNames.size + count;
  const deadline = performance.now() + LIMIT;
  while (acknowledgedNames.size < enough) {
    if (!service.isRunning()) throw new Error(`the service has ended: ${service.errors()}`);
    if (performance.now() > deadline) throw new Error(`the service does not recover: ${service.errors()}`);
    await setTimeout(5);
  }
}
