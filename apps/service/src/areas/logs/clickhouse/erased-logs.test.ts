import { describe, expect, it } from 'vitest';
import { PRUNE_CONTEXT } from '../../../platform/database/behavior/accounts.fixture.ts';
import { testBackend } from '../../../platform/database/behavior/database.fixture.ts';
import { getUserId } from '../../../platform/personal-data/user-id.ts';
import { LOG } from '../../../testing/service.fixture.ts';
import { pruneLogs } from '../../maintenance/retention.ts';
import { eraseUsers } from '../../users/erase-users.ts';
import { useClickHouse } from './backend.fixture.ts';
import { openLogProject } from './log-project.fixture.ts';
import { isClickHouseInstalled } from './server.fixture.ts';

const BOB = 'bob@example.com';
const DAY_MS = 86_400_000;

async function openWithLogs() {
  const { store, database, project: id, clickHouse } = await openLogProject();
  const createLog = (days: number, groupEmail: string) => ({
    ...LOG,
    groupEmail,
    timestamp: new Date(Date.now() - days * DAY_MS).toISOString(),
  });
  // All logs are in one file, so that a deletion of some of them does not remove the file.
  await store.logs.addAll(id, [createLog(1, BOB), createLog(50, BOB), createLog(1, 'ann@example.com')]);
  const erase = async (signal?: AbortSignal) => {
    await store.erasures.request(id, getUserId(id, BOB));
    return eraseUsers(store, signal);
  };
  const countRemains = async () => {
    const [row] = await clickHouse.all(
      `SELECT count() AS n FROM logs WHERE position(concat(ifNull(group_email, ''), ifNull(address, ''), url, request, response), {address:String}) > 0
       SETTINGS apply_deleted_mask = 0`,
      { address: BOB },
    );
    return Number(row?.n);
  };
  return { store, database, id, createLog, erase, countRemains };
}

describe.skipIf(!isClickHouseInstalled())('erasures of logs in ClickHouse', () => {
  if (isClickHouseInstalled()) useClickHouse();

  it('an erasure removes deleted logs of the user from the files', async () => {
    const { store, erase, countRemains } = await openWithLogs();
    expect(await pruneLogs(store, 30, PRUNE_CONTEXT)).toBe(1);
    expect(await countRemains()).toBe(2);
    expect(await erase()).toBe(1);
    expect(await countRemains()).toBe(0);
  });

  it('an erasure is not finished until the logs of interrupted transactions are removed from the files', async () => {
    const { store, database, id, createLog, erase, countRemains } = await openWithLogs();
    const interruptedPromise = store.transaction(async ({ logs }) => {
      await logs.addAll(id, [createLog(1, BOB)]);
      throw new Error('interrupted');
    });
    await expect(interruptedPromise).rejects.toThrow('interrupted');
    expect(await erase(AbortSignal.timeout(4_000))).toBe(0);
    expect(await store.erasures.unfinished()).toHaveLength(1);
    expect(await countRemains()).toBe(1);
    await testBackend().ageInterrupted?.(database.name);
    expect(await eraseUsers(store)).toBe(1);
    expect(await countRemains()).toBe(0);
  });

  it('an erasure finishes while other processes store logs all the time', async () => {
    const { store, id, createLog, erase } = await openWithLogs();
    let isFinished = false;
    // The erasure reads logs in the order of their times, so it does not read these logs again and again.
    const add = async () => {
      while (!isFinished) await store.logs.addAll(id, [createLog(49, 'ann@example.com')]);
    };
    const adding = [add(), add(), add()];
    expect(await erase()).toBe(1);
    isFinished = true;
    await Promise.all(adding);
  });
});
