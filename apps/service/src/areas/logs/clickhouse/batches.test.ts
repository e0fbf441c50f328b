import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../open-store.ts';
import { testBackend } from '../../../platform/database/behavior/database.fixture.ts';
import { createRandom } from '../../../platform/database/behavior/random.fixture.ts';
import {
  closePool,
  openPool,
  POSTGRES_TIMEOUTS,
  queryPool,
} from '../../../platform/database/postgres/connection-pool.ts';
import { PostgresSql } from '../../../platform/database/postgres/postgres-sql.ts';
import { query } from '../../../platform/database/postgres/server.fixture.ts';
import { StoreUnavailableError } from '../../../platform/database/store-unavailable-error.ts';
import { getMinute } from '../../../platform/time/minutes.ts';
import { LOG } from '../../../testing/service.fixture.ts';
import { foldTraffic } from '../../metrics/fold-traffic.ts';
import { getFirstNumber } from '../batch-numbers.ts';
import { useClickHouse } from './backend.fixture.ts';
import { createBatchSequence } from './batch-sequence.ts';
import { commitLogBatch } from './log-batches.ts';
import { openLogProject } from './log-project.fixture.ts';
import { startProxy } from './proxy.fixture.ts';
import { isClickHouseInstalled } from './server.fixture.ts';

const SEED = Number(process.env.SEED ?? 20_261_127);
/** Number of batches. It can be set, like the seed: `BATCHES=2000 SEED=7 vitest run --project clickhouse batches`. */
const BATCHES = Number(process.env.BATCHES ?? 150);
const LOGS_PER_REQUEST = 7;
/** Share of the requests to ClickHouse that fail. Half of these requests fail after they were executed. */
const FAULTS = 0.3;

/** Starts a proxy that breaks the connection of some requests, before or after ClickHouse has executed them. */
function startFaultyProxy(target: string): Promise<string> {
  const random = createRandom(SEED);
  return startProxy(target, async ({ forward }) => {
    const fault = random();
    if (fault < FAULTS / 2) throw new Error('the connection breaks before the request is executed');
    const answer = await forward();
    if (fault >= FAULTS) return answer;
    await once(answer.resume(), 'end');
    throw new Error('the connection breaks after the request was executed');
  });
}

async function openProject() {
  const opened = await openLogProject();
  const { store, database, project } = opened;
  const readTotal = async () => {
    const always = [{ from: 0, to: getMinute('9999-01-01'), grain: 1_440 as const }];
    const totals = await store.traffic.totals(project, always, {});
    return [...totals.values()][0]?.n ?? 0;
  };
  const age = async () => testBackend().ageInterrupted?.(database.name);
  return { ...opened, readTotal, age };
}

describe.skipIf(!isClickHouseInstalled())('batches of logs in ClickHouse', () => {
  if (isClickHouseInstalled()) useClickHouse();

  it('logs whose transaction was not committed are never returned, and are removed', async () => {
    const { store, project, countStored, readTotal, age } = await openProject();
    await store.logs.addAll(project, [LOG]);
    const interruptedPromise = store.transaction(async ({ logs }) => {
      await logs.addAll(project, [LOG, LOG]);
      expect((await logs.search(project, {}, { limit: 10 })).items).toHaveLength(3);
      throw new Error('interrupted');
    });
    await expect(interruptedPromise).rejects.toThrow('interrupted');
    expect(await countStored()).toBe(3);
    expect((await store.logs.search(project, {}, { limit: 10 })).items).toHaveLength(1);
    expect(await store.clock.newestLogs(10)).toHaveLength(1);
    expect(await store.logs.removeAbandoned()).toBe(0);
    await age();
    expect(await store.logs.removeAbandoned()).toBe(1);
    expect(await countStored()).toBe(1);
    expect(await readTotal()).toBe(1);
  });

  it('a process that was suspended until its batch was removed cannot commit the batch, and its logs are removed again', async () => {
    const { store, database, project, clickHouse, countStored, age } = await openProject();
    const pool = openPool(database.name, 1, POSTGRES_TIMEOUTS);
    onTestFinished(() => closePool(pool));
    const sql = new PostgresSql({ query: (statement) => queryPool(pool, statement, POSTGRES_TIMEOUTS.work) });
    const batch = await createBatchSequence(sql, clickHouse).open();
    await age();
    expect(await store.logs.removeAbandoned()).toBe(1);
    await store.logs.addAll(project, [LOG]);
    const [row = {}] = await clickHouse.all('SELECT * FROM logs');
    await clickHouse.insert([{ ...row, number: getFirstNumber(batch) }], `batch-${batch}`);
    await expect(commitLogBatch(sql, batch)).rejects.toThrow(StoreUnavailableError);
    expect(await countStored()).toBe(2);
    expect((await store.logs.search(project, {}, { limit: 10 })).items).toHaveLength(1);
    await age();
    expect(await store.logs.removeAbandoned()).toBe(1);
    expect(await countStored()).toBe(1);
    expect(await query(database.name, 'SELECT number FROM log_batches')).toEqual([]);
  });

  it('a repeated insert of a batch changes nothing', async () => {
    const { database, project, logsUrl, countStored } = await openProject();
    const tokens: (string | null)[] = [];
    const proxy = await startProxy(logsUrl, async ({ statement, parameters, forward }) => {
      const answer = await forward();
      if (!statement.startsWith('INSERT INTO logs ')) return answer;
      tokens.push(parameters.get('insert_deduplication_token'));
      if (tokens.length > 1) return answer;
      await once(answer.resume(), 'end');
      throw new Error('the connection breaks after the request was executed');
    });
    const client = await openStore(database.name, { logs: proxy });
    onTestFinished(() => client.close());
    await client.logs.addAll(project, [LOG]);
    expect(await countStored()).toBe(1);
    expect(tokens).toHaveLength(2);
    expect(new Set(tokens).size).toBe(1);
  });

  it(`with ${FAULTS * 100} % faults, no acknowledged log is lost or duplicated, and the counts equal a recount (SEED=${SEED})`, async () => {
    const { store, database, project, logsUrl, countStored, readTotal, age } = await openProject();
    const client = await openFaulty(database.name, await startFaultyProxy(logsUrl));
    onTestFinished(() => client.close());
    const failures: unknown[] = [];
    let acknowledgedCount = 0;
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const scope = { keyId: 'key_1', method: 'POST', path: '/logs', idempotencyKey: `batch ${batch}` };
      const logs = Array.from({ length: LOGS_PER_REQUEST }, (_, index) => ({
        ...LOG,
        url: `/batch/${batch}/${index}`,
      }));
      for (let attempt = 0; attempt < 20; attempt += 1) {
        try {
          await client.runIdempotent(scope, `payload ${batch}`, async (operations) => {
            const seed = await operations.logs.addAll(project, logs);
            return { status: 201, location: null, stored: JSON.stringify(seed) };
          });
          acknowledgedCount += LOGS_PER_REQUEST;
          break;
        } catch (error) {
          failures.push(error);
        }
      }
    }
    expect(acknowledgedCount).toBe(BATCHES * LOGS_PER_REQUEST);
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.filter((error) => !(error instanceof StoreUnavailableError))).toEqual([]);
    const urls: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await store.logs.search(project, {}, { limit: 200, cursor });
      urls.push(...page.items.map(({ url }) => url));
      if (page.next === null) break;
      cursor = page.next;
    }
    expect([urls.length, new Set(urls).size]).toEqual([acknowledgedCount, acknowledgedCount]);
    await foldTraffic(store);
    expect(await readTotal()).toBe(acknowledgedCount);
    await age();
    await store.logs.removeAbandoned();
    expect(await countStored()).toBe(acknowledgedCount);
  });
});

/** Opens a store through a faulty proxy. Opening the store can also fail. */
async function openFaulty(database: string, logs: string) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await openStore(database, { logs });
    } catch (error) {
      if (attempt === 20) throw error;
    }
  }
}
