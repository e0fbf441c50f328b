import { describe, expect, it } from 'vitest';
import { LOG } from '../../../testing/service.fixture.ts';
import { MAX_LINE_BYTES } from '../ingest-limits.ts';
import { useClickHouse } from './backend.fixture.ts';
import { MAX_BYTES_PER_INSERT } from './copy-queue.ts';
import { moveLogsBetween } from './log-database.ts';
import { createLogProject } from './log-project.fixture.ts';
import { openDatabases } from './move.fixture.ts';
import { type ProxiedRequest, startProxy } from './proxy.fixture.ts';
import { isClickHouseInstalled } from './server.fixture.ts';

/** A request whose JSON has nearly the maximum size, and is twice as large after it was escaped again. */
const LARGE_REQUEST = '"'.repeat((MAX_LINE_BYTES - 1_000) / 2);
const LOGS_PER_INSERT = Math.floor(MAX_BYTES_PER_INSERT / MAX_LINE_BYTES);
const COUNT = 2 * LOGS_PER_INSERT + 8;
const INSERTS = 3;

const isInsert = ({ statement }: ProxiedRequest) => /^INSERT INTO logs/i.test(statement);
const isRead = ({ statement }: ProxiedRequest) => /WHERE number IN/.test(statement);

describe.skipIf(!isClickHouseInstalled())('move-logs with logs of the maximum size', () => {
  if (isClickHouseInstalled()) useClickHouse();

  it('move-logs bounds the size of each insert and of each read, and repeats the same insert after an interruption', async () => {
    const { database, logs, clickHouse, open, createTables, listPostgres, listClickHouse } = await openDatabases();
    const store = await open();
    const project = await createLogProject(store);
    for (let count = 0; count < COUNT; count += 8) {
      await store.logs.addAll(
        project,
        Array.from({ length: 8 }, () => ({ ...LOG, request: LARGE_REQUEST })),
      );
    }
    await createTables();

    const lateRequests: ProxiedRequest[] = [];
    let insertCount = 0;
    const interruptingUrl = await startProxy(logs, async (request) => {
      if (!isInsert(request)) return request.forward();
      insertCount += 1;
      if (insertCount === 1) return request.forward();
      lateRequests.push(request);
      throw new Error('the connection breaks before the request has reached ClickHouse');
    });
    await expect(moveLogsBetween(interruptingUrl, database, { to: 'clickhouse' })).rejects.toThrow('ClickHouse');
    expect(await clickHouse.all('SELECT count() AS n FROM logs')).toEqual([{ n: LOGS_PER_INSERT }]);

    const tokens: (string | null)[] = [];
    const recordingUrl = await startProxy(logs, (request) => {
      if (isInsert(request)) tokens.push(request.parameters.get('insert_deduplication_token'));
      return request.forward();
    });
    expect(await moveLogsBetween(recordingUrl, database, { to: 'clickhouse' })).toMatchObject({
      copied: COUNT - LOGS_PER_INSERT,
      source: COUNT,
      target: COUNT,
    });
    expect(tokens).toHaveLength(INSERTS - 1);
    for (const late of lateRequests) {
      expect(late.parameters.get('insert_deduplication_token')).toBe(tokens[0]);
      (await late.forward()).resume();
    }
    expect(await clickHouse.all('SELECT count() AS n FROM logs')).toEqual([{ n: COUNT }]);
    expect(await listClickHouse('lower(hex(MD5(request)))')).toEqual(await listPostgres('md5(request)'));

    await open({ logs });
    await store.transaction(({ logs: postgresLogs }) => postgresLogs.prune(project, '9999-01-01T00:00:00.000Z', COUNT));
    let readCount = 0;
    const countingUrl = await startProxy(logs, (request) => {
      if (isRead(request)) readCount += 1;
      return request.forward();
    });
    expect(await moveLogsBetween(countingUrl, database, { to: 'postgres' })).toMatchObject({ copied: COUNT });
    expect(readCount).toBe(INSERTS);
    expect(await listClickHouse('lower(hex(MD5(request)))')).toEqual(await listPostgres('md5(request)'));
  }, 120_000);
});
