import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  closePool,
  openPool,
  POSTGRES_TIMEOUTS,
  useConnection,
} from '../../../platform/database/postgres/connection-pool.ts';
import { PostgresSql } from '../../../platform/database/postgres/postgres-sql.ts';
import { query } from '../../../platform/database/postgres/server.fixture.ts';
import { StoreUnavailableError } from '../../../platform/database/store-unavailable-error.ts';
import { LOG } from '../../../testing/service.fixture.ts';
import { getFirstNumber } from '../batch-numbers.ts';
import { useClickHouse } from './backend.fixture.ts';
import { createBatchSequence } from './batch-sequence.ts';
import { commitLogBatch } from './log-batches.ts';
import { moveLogsBetween } from './log-database.ts';
import { createLogProject } from './log-project.fixture.ts';
import { openDatabases } from './move.fixture.ts';
import { startProxy } from './proxy.fixture.ts';
import { isClickHouseInstalled } from './server.fixture.ts';

const OLD_PLACE = 'the logs of this database are in PostgreSQL';

/** Waits until a row of a query satisfies a condition. */
async function waitForRow(database: string, sql: string): Promise<void> {
  while ((await query(database, sql)).length === 0) await setTimeout(10);
}

const MOVE_LOCKS = "FROM pg_locks WHERE locktype = 'advisory' AND objid = 7104611 AND granted";
const WAITING_LOCKS = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";

describe.skipIf(!isClickHouseInstalled())('move-logs with other processes', () => {
  if (isClickHouseInstalled()) useClickHouse();

  it('move-logs fails if it loses the connection with its lock, and does not record that all logs were copied', async () => {
    const { database, logs, open, createTables } = await openDatabases();
    const store = await open();
    const project = await createLogProject(store);
    await store.logs.addAll(project, [LOG, LOG]);
    await createTables();
    const interruptingUrl = await startProxy(logs, async ({ statement, forward }) => {
      if (/^INSERT INTO logs/i.test(statement)) {
        await query(database, `SELECT pg_terminate_backend(pid) ${MOVE_LOCKS}`);
        while ((await query(database, `SELECT 1 ${MOVE_LOCKS}`)).length > 0) await setTimeout(10);
      }
      return forward();
    });
    await expect(moveLogsBetween(interruptingUrl, database, { to: 'clickhouse' })).rejects.toThrow(
      StoreUnavailableError,
    );
    await expect(open({ logs })).rejects.toThrow(OLD_PLACE);
    expect(await moveLogsBetween(logs, database, { to: 'clickhouse' })).toMatchObject({
      copied: 0,
      source: 2,
      target: 2,
    });
    const moved = await open({ logs });
    expect((await moved.logs.search(project, {}, { limit: 10 })).items).toHaveLength(2);
  });

  it('move-logs does not copy the logs of a batch that is opened while it starts, although another process has written a later batch', async () => {
    const { database, logs, clickHouse, open } = await openDatabases();
    const store = await open({ logs });
    const project = await createLogProject(store);
    const pool = openPool(database, 2, POSTGRES_TIMEOUTS);
    onTestFinished(() => closePool(pool));
    const moved = await useConnection(pool, POSTGRES_TIMEOUTS.work, async (connection) => {
      const sql = new PostgresSql(connection);
      // The statement that opens the batch has assigned its number, but has not ended.
      await sql.run('BEGIN');
      const batch = await createBatchSequence(sql, clickHouse).open();
      await store.logs.addAll(project, [LOG]);
      const moving = moveLogsBetween(logs, database, { to: 'postgres' });
      await waitForRow(database, WAITING_LOCKS);
      await sql.run('COMMIT');
      const [row = {}] = await clickHouse.all('SELECT * FROM logs');
      await clickHouse.insert([{ ...row, id: 'log_open', number: getFirstNumber(batch) }], `batch-${batch}`);
      const result = await moving;
      await commitLogBatch(sql, batch);
      return result;
    });
    expect(moved).toMatchObject({ copied: 1, source: 1, target: 1 });
    expect(await query(database, "SELECT id FROM logs WHERE id = 'log_open'")).toEqual([]);
    // The batch was committed after the copy, and has lower numbers than logs that were copied.
    await open();
    const last = await moveLogsBetween(logs, database, { to: 'postgres' });
    expect(last).toMatchObject({ isSwitched: true, copied: 1, source: 2, target: 2 });
  });

  it('the service does not use the copies after it was started again with the database from which the logs were copied', async () => {
    const { database, logs, open, createTables } = await openDatabases();
    const store = await open();
    const project = await createLogProject(store);
    await store.logs.addAll(project, [LOG]);
    await createTables();
    await moveLogsBetween(logs, database, { to: 'clickhouse' });
    const restarted = await open();
    await restarted.logs.addAll(project, [LOG]);
    await expect(open({ logs })).rejects.toThrow(OLD_PLACE);
    expect(await moveLogsBetween(logs, database, { to: 'clickhouse' })).toMatchObject({
      copied: 1,
      source: 2,
      target: 2,
    });
    const moved = await open({ logs });
    expect((await moved.logs.search(project, {}, { limit: 10 })).items).toHaveLength(2);

    await moveLogsBetween(logs, database, { to: 'postgres' });
    const restartedAgain = await open({ logs });
    await restartedAgain.logs.addAll(project, [LOG]);
    await expect(open()).rejects.toThrow('the logs of this database are in ClickHouse');
  });

  it('move-logs requires another run if the service is started with the old database while logs are copied', async () => {
    const { database, logs, open, createTables } = await openDatabases();
    const store = await open();
    const project = await createLogProject(store);
    await store.logs.addAll(project, [LOG]);
    await createTables();
    const startingUrl = await startProxy(logs, async ({ statement, forward }) => {
      if (/^INSERT INTO logs/i.test(statement)) await (await open()).logs.addAll(project, [LOG]);
      return forward();
    });
    await expect(moveLogsBetween(startingUrl, database, { to: 'clickhouse' })).rejects.toThrow('run move-logs again');
    await expect(open({ logs })).rejects.toThrow(OLD_PLACE);
    expect(await moveLogsBetween(logs, database, { to: 'clickhouse' })).toMatchObject({
      copied: 1,
      source: 2,
      target: 2,
    });
    expect(await open({ logs })).toBeDefined();
  });

  it('move-logs compares and copies the logs of many small batches with a few statements', async () => {
    const { database, logs, open } = await openDatabases();
    const store = await open({ logs });
    const project = await createLogProject(store);
    for (let batch = 0; batch < 50; batch += 1) await store.logs.addAll(project, [LOG, LOG]);
    const statements: string[] = [];
    const countingUrl = await startProxy(logs, ({ statement, forward }) => {
      statements.push(statement);
      return forward();
    });
    expect(await moveLogsBetween(countingUrl, database, { to: 'postgres' })).toMatchObject({
      copied: 100,
      source: 100,
      target: 100,
    });
    // The last number, two summaries, the versions, and the logs.
    expect(statements).toHaveLength(5);
  });
});
