import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openSqliteStore } from '../../open-store.ts';
import { createProject } from '../../platform/database/behavior/accounts.fixture.ts';
import { scratchFolder } from '../../platform/database/behavior/database.fixture.ts';
import { SqliteConnection } from '../../platform/database/sqlite/sqlite-connection.ts';
import { LOG, populate } from '../../testing/service.fixture.ts';
import { type LogIndexes, type LogSearchLimits, logSearch } from './log-search.ts';
import { createSqliteLogIndexes } from './sqlite-indexes.ts';

const BATCH_SIZE = 50;
const COUNT = 20 * BATCH_SIZE;

/**
 * Stores logs and returns a search with a fake URL index. The URLs of the logs end with the number of the log, oldest first.
 * @param candidates implementation of the fake index
 */
async function openWithLookUp(limits: LogSearchLimits, candidates: LogIndexes['candidates']) {
  const file = join(scratchFolder(), 'service.db');
  const store = openSqliteStore(file);
  const { id } = await createProject(store, (await populate(store)).ann);
  await store.transaction(async ({ logs }) => {
    for (let number = 0; number < COUNT; number += 1) {
      const timestamp = new Date(Date.UTC(2026, 2, 1, 0, number)).toISOString();
      await logs.add(id, { ...LOG, url: `/pets/${number}/`, timestamp });
    }
  });
  await store.close();
  const connection = new SqliteConnection(file, { readOnly: true, busyTimeout: 0 });
  onTestFinished(() => connection.close());
  const lookUps: number[] = [];
  const search = logSearch(
    connection,
    {
      ...createSqliteLogIndexes(connection),
      candidates(...given) {
        lookUps.push(given[3]);
        return candidates(...given);
      },
    },
    limits,
  );
  const urls = async (urlContains: string, limit: number) => {
    const { items, next } = await search(id, { urlContains }, { limit });
    return { urls: items.map(({ url }) => url), isEnd: next === null };
  };
  return { urls, lookUps };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('the lookup in the URL index', () => {
  it('the lookup in the URL index has its own timeout', async () => {
    const limits = { time: 0, batchSize: BATCH_SIZE, lookupTimeout: 700 };
    const { urls, lookUps } = await openWithLookUp(limits, async () => [1]);
    expect(await urls('/0/', 10)).toEqual({ urls: ['/pets/0/'], isEnd: true });
    expect(lookUps).toEqual([700]);
  });

  it('the lookup in the URL index is skipped for a frequent text and runs once for a rare one', async () => {
    const limits = { time: 60_000, batchSize: BATCH_SIZE, lookupTimeout: 700 };
    const { urls, lookUps } = await openWithLookUp(limits, async () => undefined);
    expect((await urls('5/', 60)).urls).toHaveLength(60);
    expect(lookUps).toEqual([]);
    expect(await urls('/7/', 10)).toEqual({ urls: ['/pets/7/'], isEnd: true });
    expect(lookUps).toEqual([700]);
  });

  it('the lookup in the URL index is skipped for a text below the minimum length', async () => {
    const { urls, lookUps } = await openWithLookUp({ time: 0, batchSize: BATCH_SIZE, lookupTimeout: 700 }, async () => [
      1,
    ]);
    expect(await urls('~~', 10)).toEqual({ urls: [], isEnd: false });
    expect(lookUps).toEqual([]);
  });

  it('a failed lookup in the URL index is followed by a scan with its own timeout', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const limits = { time: 20, batchSize: BATCH_SIZE, lookupTimeout: 500 };
    const { urls } = await openWithLookUp(limits, async () => {
      vi.advanceTimersByTime(500);
      return undefined;
    });
    // The fake clock does not advance during the scan, so the scan reaches the oldest log.
    expect(await urls('/3/', 10)).toEqual({ urls: ['/pets/3/'], isEnd: true });
  });
});
