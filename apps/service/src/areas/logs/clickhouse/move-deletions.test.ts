import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ServiceStore } from '../../../areas.ts';
import { query } from '../../../platform/database/postgres/server.fixture.ts';
import { getUserId } from '../../../platform/personal-data/user-id.ts';
import { LOG } from '../../../testing/service.fixture.ts';
import { eraseUsers } from '../../users/erase-users.ts';
import { useClickHouse } from './backend.fixture.ts';
import { moveLogsBetween } from './log-database.ts';
import { createLogProject } from './log-project.fixture.ts';
import { openDatabases } from './move.fixture.ts';
import { isClickHouseInstalled } from './server.fixture.ts';

const EXPIRED_TIME = '2020-01-01T00:00:00.000Z';
const CUTOFF = '2021-01-01T00:00:00.000Z';
const BOB = 'bob@x.example';

async function openMove() {
  const databases = await openDatabases();
  const store = await databases.open();
  const project = await createLogProject(store);
  const add = (target: ServiceStore, url: string, values: Partial<typeof LOG> = {}) =>
    target.logs.add(project, { ...LOG, url, ...values });
  const addExpired = (target: ServiceStore, url: string) =>
    add(target, url, { timestamp: EXPIRED_TIME, groupEmail: BOB });
  const prune = (target: ServiceStore) => target.transaction(({ logs }) => logs.prune(project, CUTOFF, 500));
  const erase = async (target: ServiceStore) => {
    expect(await target.erasures.request(project, getUserId(project, BOB))).toBeDefined();
    await eraseUsers(target);
  };
  const search = async (target: ServiceStore) =>
    (await target.logs.search(project, {}, { limit: 100 })).items.map(({ url }) => url).sort();
  const move = (to: 'clickhouse' | 'postgres') => moveLogsBetween(databases.logs, databases.database, { to });
  const countAddresses = async () =>
    (
      await databases.listClickHouse(`concat(url, request, response, ifNull(group_email, ''), ifNull(address, ''))`)
    ).filter((text) => String(text).includes(BOB)).length;
  /** Returns the number of files with logs that are only marked as deleted. */
  const countMasked = async () =>
    (
      await databases.clickHouse.all(
        `SELECT name FROM system.parts WHERE database = currentDatabase() AND table = 'logs' AND active AND has_lightweight_delete`,
      )
    ).length;
  await databases.createTables();
  return { ...databases, store, project, add, addExpired, prune, erase, search, move, countAddresses, countMasked };
}

describe.skipIf(!isClickHouseInstalled())('move-logs and deleted logs', () => {
  if (isClickHouseInstalled()) useClickHouse();

  it('move-logs deletes logs in the target that were deleted in the source after they were copied, in both directions', async () => {
    const { open, logs, store, add, addExpired, prune, search, move, listClickHouse, listPostgres } = await openMove();
    await addExpired(store, '/expired/1');
    await add(store, '/kept');
    await addExpired(store, '/expired/2');
    expect(await move('clickhouse')).toMatchObject({ copied: 3, deleted: 0, source: 3, target: 3 });
    expect(await prune(store)).toBe(2);
    expect(await move('clickhouse')).toMatchObject({ copied: 0, deleted: 2, source: 1, target: 1, different: 0 });
    expect(await listClickHouse('url')).toEqual(['/kept']);
    const moved = await open({ logs });
    expect(await search(moved)).toEqual(['/kept']);

    await addExpired(moved, '/expired/3');
    expect(await move('postgres')).toMatchObject({ copied: 1, source: 2, target: 2 });
    expect(await prune(moved)).toBe(1);
    expect(await move('postgres')).toMatchObject({ copied: 0, deleted: 1, source: 1, target: 1 });
    expect(await listPostgres('url')).toEqual(['/kept']);
  });

  it('after the switch, move-logs does not copy logs again that were deleted in the target', async () => {
    const { open, logs, store, add, addExpired, prune, search, move } = await openMove();
    await addExpired(store, '/expired/1');
    await add(store, '/kept');
    await move('clickhouse');
    const moved = await open({ logs });
    expect(await prune(moved)).toBe(1);
    await add(store, '/late');
    await addExpired(store, '/expired/late');
    expect(await move('clickhouse')).toMatchObject({ isSwitched: true, copied: 2, source: 2, target: 2 });
    expect(await search(moved)).toEqual(['/expired/late', '/kept', '/late']);
    expect(await prune(moved)).toBe(1);
    await add(store, '/later');
    expect(await move('clickhouse')).toMatchObject({ copied: 1, deleted: 0, source: 1, target: 1, different: 0 });
    expect(await search(moved)).toEqual(['/kept', '/late', '/later']);
  });

  it('an erasure in the source between two runs also changes the copies', async () => {
    const { store, add, erase, move, countAddresses, countMasked } = await openMove();
    await add(store, '/own', { groupEmail: BOB });
    await add(store, `/mentions/${BOB}`);
    await move('clickhouse');
    expect(await countAddresses()).toBe(2);
    await erase(store);
    expect(await move('clickhouse')).toMatchObject({ copied: 2, deleted: 0, source: 2, target: 2 });
    expect(await countAddresses()).toBe(0);
    expect(await countMasked()).toBe(0);
  });

  it('the service repeats erasures after the switch that the copies do not contain', async () => {
    const { open, logs, store, add, erase, move, countAddresses } = await openMove();
    await add(store, '/own', { groupEmail: BOB });
    await move('clickhouse');
    await erase(store);
    const moved = await open({ logs });
    expect(await countAddresses()).toBe(1);
    expect(await eraseUsers(moved)).toBe(1);
    expect(await countAddresses()).toBe(0);
    expect(await move('clickhouse')).toMatchObject({ copied: 0 });
  });

  it('the service repeats erasures that were finished before logs of the same user were copied', async () => {
    const { open, logs, store, add, erase, move, countAddresses } = await openMove();
    await add(store, '/own', { groupEmail: BOB });
    await move('clickhouse');
    await add(store, '/late', { groupEmail: BOB });
    const moved = await open({ logs });
    await erase(moved);
    expect(await countAddresses()).toBe(0);
    expect(await move('clickhouse')).toMatchObject({ copied: 1 });
    expect(await eraseUsers(moved)).toBe(1);
    expect(await countAddresses()).toBe(0);
    await move('clickhouse');
    expect(await countAddresses()).toBe(0);
  });

  it('move-logs reports whether the source contains logs that the service no longer uses', async () => {
    const { open, logs, store, database, add, move } = await openMove();
    await add(store, '/only');
    expect(await move('clickhouse')).toMatchObject({ isSwitched: false, hasUnusedLogs: false });
    // ClickHouse contains the copies that the next start uses.
    expect(await move('postgres')).toMatchObject({ isSwitched: true, hasUnusedLogs: false });
    await open({ logs });
    expect(await move('clickhouse')).toMatchObject({ isSwitched: true, hasUnusedLogs: true });
    await query(database, 'TRUNCATE logs');
    expect(await move('clickhouse')).toMatchObject({ isSwitched: true, hasUnusedLogs: false });
  });

  it('move-logs does not delete logs that the target received before the switch and that were never copied', async () => {
    const { open, logs, store, add, search, move, listClickHouse } = await openMove();
    await add(store, '/first');
    await move('clickhouse');
    const moved = await open({ logs });
    await move('postgres');
    await add(moved, '/late');
    const back = await open();
    await expect(move('clickhouse')).rejects.toThrow(
      'ClickHouse contains 1 logs that PostgreSQL does not contain, because they were received while the service changed its database: run "move-logs --from clickhouse --to postgres" first',
    );
    expect(await listClickHouse('url')).toEqual(['/first', '/late']);
    expect(await move('postgres')).toMatchObject({ copied: 1, source: 1, target: 1 });
    expect(await search(back)).toEqual(['/first', '/late']);
    expect(await move('clickhouse')).toMatchObject({ copied: 0, deleted: 0, source: 2, target: 2 });
  });

  it('move-logs does not delete all copies if the source contains no logs', async () => {
    const { open, logs, store, database, clickHouse, add, move, listClickHouse } = await openMove();
    await add(store, '/only');
    await move('clickhouse');
    await query(database, 'TRUNCATE logs');
    await expect(move('clickhouse')).rejects.toThrow('PostgreSQL contains no logs, but ClickHouse contains 1');
    expect(await listClickHouse('url')).toEqual(['/only']);
    await expect(open({ logs })).rejects.toThrow('copy them with');
    await clickHouse.rewrite('TRUNCATE TABLE logs');
    expect(await move('clickhouse')).toMatchObject({ source: 0, target: 0 });
    await open({ logs });
  });

  it('move-logs copies the logs of transactions that run when it starts', async () => {
    const { store, database, project, add, move, listClickHouse } = await openMove();
    let commit = () => {};
    const held = new Promise<void>((resolve) => {
      commit = resolve;
    });
    const transaction = store.transaction(async ({ logs }) => {
      await logs.add(project, { ...LOG, url: '/first' });
      await held;
    });
    while (
      (await query(database, "SELECT 1 FROM pg_locks WHERE relation = 'logs'::regclass AND mode = 'RowExclusiveLock'"))
        .length === 0
    ) {
      await setTimeout(10);
    }
    await add(store, '/second');
    const moving = move('clickhouse');
    await setTimeout(500);
    commit();
    await transaction;
    expect(await moving).toMatchObject({ source: 2, target: 2 });
    expect(await listClickHouse('url')).toEqual(['/first', '/second']);
  });

  it('move-logs removes duplicates from ClickHouse', async () => {
    const { store, clickHouse, add, move, listClickHouse } = await openMove();
    await add(store, '/first');
    await add(store, '/second');
    await move('clickhouse');
    await clickHouse.rewrite("INSERT INTO logs SELECT * FROM logs WHERE url = '/first'");
    expect(await move('clickhouse')).toMatchObject({ copied: 1, deleted: 0, source: 2, target: 2, different: 0 });
    expect(await listClickHouse('url')).toEqual(['/first', '/second']);
  });
});
