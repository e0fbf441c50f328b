import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { defineStore, type ServiceStore, SQLITE_MIGRATIONS } from '../../../../areas.ts';
import { openSqliteStore, openStore, openThreadedStore, PORTS_MODULE } from '../../../../open-store.ts';
import { ITEM, LOG, OWN_PROJECT, populate } from '../../../../testing/service.fixture.ts';
import { getRows, scratchFolder } from '../../behavior/database.fixture.ts';
import { runWithSignal } from '../../request-signal.ts';
import { SqliteWriter } from '../sqlite-writer.ts';
import { READER_LIMITS, type ReaderLimits, ReaderPool } from './reader-pool.ts';
import { RemoteTransactions } from './remote-transactions.ts';
import type { StoreCall, ThreadStart } from './thread-messages.ts';
import type { ThreadedOptions } from './threaded-store.ts';
import { WriterClient } from './writer-client.ts';

/** A statement that counts up to a number. Counting to ten million takes about a second. */
const countTo = (count: number): StoreCall => ({
  method: 'get',
  sql: 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ?) SELECT max(n) AS n FROM c',
  values: [count],
});
const OPTIONS = { migrations: SQLITE_MIGRATIONS };
const ONE = countTo(1);
const EXHAUSTING_THREADS = {
  portsModule: { url: new URL('exhausting-ports.fixture.ts', import.meta.url).href, options: undefined },
  maxHeapMiB: 64,
};
const EXHAUST: StoreCall = { port: 'memory', name: 'exhaust', values: [] };
const insert = (name: string): StoreCall => ({
  method: 'run',
  sql: 'INSERT INTO write_probe (filler) VALUES (?)',
  values: [name],
});
/** The result of this function cannot be sent to another thread, which causes an unexpected error in its thread. */
const CRASH: StoreCall = { port: 'audit', name: 'export', values: [{}] };

async function createFile(): Promise<string> {
  const file = join(scratchFolder(), 'service.db');
  await openSqliteStore(file).close();
  return file;
}

async function openPool(limits: Partial<ReaderLimits> = {}, threads: Partial<ThreadStart> = {}) {
  const pool = new ReaderPool(
    { file: await createFile(), portsModule: PORTS_MODULE, options: OPTIONS, ...threads },
    { ...READER_LIMITS, ...limits },
  );
  onTestFinished(() => pool.close());
  await pool.start();
  // The first slow read starts the second thread, for which it may have to wait longer than its deadline.
  await expect.poll(() => pool.read(ONE, 'slow').catch(() => undefined)).toEqual({ n: 1 });
  return pool;
}

async function openThreads(options?: ThreadedOptions) {
  const file = join(scratchFolder(), 'service.db');
  const store = await openThreadedStore(file, options);
  onTestFinished(() => store.close());
  await populate(store);
  const project = (await store.accounts.projects()).find(({ slug }) => slug === OWN_PROJECT);
  return { file, store, projectId: project?.id ?? '' };
}

const getError = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );
const listTitles = async (store: ServiceStore, projectId: string) =>
  (await store.contextItems.list(projectId, { limit: 500 }))?.map(({ title }) => title);

describe('reader threads', () => {
  it('quick reads do not wait for slow reads, however many there are', async () => {
    const pool = await openPool();
    let slowReads = 0;
    const slow = Array.from({ length: 4 }, () => pool.read(countTo(3_000_000), 'slow').then(() => (slowReads += 1)));
    for (let read = 0; read < 100; read += 1) await pool.read(ONE, 'quick');
    expect(slowReads).toBeLessThan(4);
    await Promise.all(slow);
  });

  it('a read over the queue limit of its lane is rejected immediately, and reads of other lanes are still executed', async () => {
    const pool = await openPool({ threads: 2, waiting: { quick: 10, slow: 1 } });
    const runningRead = pool.read(countTo(1_000_000), 'slow');
    const waitingRead = pool.read(ONE, 'slow');
    expect(await getError(pool.read(ONE, 'slow'))).toMatchObject({ isOverloaded: true, outcomeUnknown: false });
    expect(await pool.read(ONE, 'quick')).toEqual({ n: 1 });
    expect(await Promise.all([runningRead, waitingRead])).toEqual([{ n: 1_000_000 }, { n: 1 }]);
  });

  it('the waiting reads of a request that has ended are never executed', async () => {
    const pool = await openPool({ threads: 2, waiting: { quick: 10, slow: 2 } });
    const runningRead = pool.read(countTo(1_000_000), 'slow');
    const request = new AbortController();
    const canceledRead = runWithSignal(request.signal, () => pool.read(countTo(1_000_000_000_000), 'slow'));
    const laterRead = pool.read(ONE, 'slow');
    request.abort();
    await expect(canceledRead).rejects.toThrow('its request has ended');
    expect(await laterRead).toEqual({ n: 1 });
    await runningRead;
    await expect(runWithSignal(request.signal, () => pool.read(ONE, 'quick'))).rejects.toThrow('its request has ended');
  });

  it('a read that takes too long is interrupted, and its thread is replaced if its statement continues to run', async () => {
    const pool = await openPool({ threads: 2, deadline: 50, grace: 0 });
    await expect(pool.read(countTo(10_000_000), 'slow')).rejects.toThrow('a read took too long');
    await expect.poll(() => pool.threadCounts).toEqual({ running: 2, ending: 1 });
    // The other thread still responds, and so does the new thread.
    expect(await pool.read(ONE, 'quick')).toEqual({ n: 1 });
    await expect.poll(() => pool.read(ONE, 'slow').catch(() => undefined)).toEqual({ n: 1 });
    await expect.poll(() => pool.threadCounts).toEqual({ running: 2, ending: 0 });
  });

  it('a read of several statements stops between two statements after its request has ended, and its thread is kept', async () => {
    const { store, projectId } = await openThreads({ readers: { ...READER_LIMITS, grace: 60_000 } });
    const request = new AbortController();
    const search = runWithSignal(request.signal, () => store.contextItems.search(projectId, 'pets deleted', 10));
    request.abort();
    await expect(search).rejects.toThrow('its request has ended');
    expect((await store.contextItems.search(projectId, 'pets deleted', 10)).items).toBeDefined();
  });

  it('threads that cannot be interrupted never add up to more than twice the number of threads', async () => {
    const pool = await openPool({ threads: 2, deadline: 20, grace: 0 });
    const counts: number[] = [];
    for (let read = 0; read < 8; read += 1) {
      await getError(pool.read(countTo(5_000_000), 'slow'));
      await setTimeout(1);
      const { running, ending } = pool.threadCounts;
      counts.push(running + ending);
    }
    expect(Math.max(...counts)).toBeLessThanOrEqual(4);
    expect(Math.max(...counts)).toBeGreaterThan(2);
  });

  it('a reader thread that fails rejects its reads with a clear error and is replaced', async () => {
    const pool = await openPool();
    const outcomes = await Promise.all([getError(pool.read(CRASH, 'slow')), pool.read(ONE, 'quick')]);
    expect(outcomes[0]).toMatchObject({ name: 'StoreUnavailableError', outcomeUnknown: false });
    expect(String(outcomes[0])).toMatch('a thread of the database failed: ');
    expect(outcomes[1]).toEqual({ n: 1 });
    for (let read = 0; read < 5; read += 1) {
      await getError(pool.read(CRASH, 'quick'));
      expect(await pool.read(ONE, 'slow')).toEqual({ n: 1 });
    }
  });

  it('a reader thread that runs out of memory rejects its reads with a clear error and is replaced', async () => {
    const pool = await openPool({}, EXHAUSTING_THREADS);
    const error = await getError(pool.read(EXHAUST, 'slow'));
    expect(error).toMatchObject({ name: 'StoreUnavailableError', outcomeUnknown: false });
    expect(String(error)).toMatch(/a thread of the database failed: .*memory/);
    expect(await pool.read(ONE, 'slow')).toEqual({ n: 1 });
  });
});

describe('writer thread', () => {
  it('a writer thread that runs out of memory loses only the write that required the memory, and is replaced', async () => {
    const file = await createFile();
    const writer = new WriterClient({ file, options: OPTIONS, ...EXHAUSTING_THREADS });
    onTestFinished(() => writer.close());
    expect(await writer.write(insert('before'))).toBe(1);
    expect(String(await getError(writer.write(EXHAUST)))).toMatch(/a thread of the database failed: .*memory/);
    expect(await writer.write(insert('after'))).toBe(1);
    expect(getRows(file, 'SELECT filler FROM write_probe')).toEqual([{ filler: 'before' }, { filler: 'after' }]);
  });

  it('a waiting write of a request that has ended is dropped, and one that has begun is completed', async () => {
    const file = await createFile();
    const writer = new WriterClient({ file, portsModule: PORTS_MODULE, options: OPTIONS });
    onTestFinished(() => writer.close());
    const request = new AbortController();
    const hasBegun = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const startedTransaction = runWithSignal(request.signal, () =>
      writer.transaction(async ({ step }) => {
        await step(insert('begun'));
        hasBegun.resolve();
        await mayEnd.promise;
      }),
    );
    await hasBegun.promise;
    const waitingWrites = runWithSignal(request.signal, () => [
      getError(writer.write(insert('waiting'))),
      getError(writer.transaction(({ step }) => step(insert('waiting')))),
    ]);
    const other = writer.write(insert('other'));
    await setTimeout(10);
    request.abort();
    mayEnd.resolve();
    for (const error of await Promise.all(waitingWrites)) {
      expect(error).toMatchObject({ isCanceled: true, outcomeUnknown: false });
    }
    await Promise.all([startedTransaction, other]);
    const later = runWithSignal(request.signal, () => getError(writer.write(insert('later'))));
    expect(await later).toMatchObject({ isCanceled: true });
    expect(getRows(file, 'SELECT filler FROM write_probe')).toEqual([{ filler: 'begun' }, { filler: 'other' }]);
  });

  it('every read after a write sees the write', async () => {
    const { store, projectId } = await openThreads();
    for (let write = 0; write < 100; write += 1) {
      const { id } = await store.contextItems.create(projectId, { ...ITEM, title: `item ${write}` });
      const reads = await Promise.all(Array.from({ length: 5 }, () => store.contextItems.get(projectId, id)));
      expect(reads.map((item) => item?.title)).toEqual(Array(5).fill(`item ${write}`));
    }
  });

  it('a failed writer thread rejects its writes, reports which of them may have been committed, and is replaced', async () => {
    const file = await createFile();
    const writer = new WriterClient({ file, portsModule: PORTS_MODULE, options: OPTIONS });
    onTestFinished(() => writer.close());
    // The thread fails within a transaction, which is rolled back.
    const innerTransaction = writer.transaction(async ({ step }) => {
      await step(insert('within'));
      await step(CRASH);
    });
    expect(await getError(innerTransaction)).toMatchObject({ name: 'StoreUnavailableError', outcomeUnknown: false });
    // The thread fails after the commit, before it has sent the outcome.
    const [committed, failed] = await Promise.all(
      [insert('committed'), CRASH].map((call) => getError(writer.write(call))),
    );
    expect([committed, failed]).toMatchObject([{ outcomeUnknown: true }, { outcomeUnknown: true }]);
    expect(await writer.write(insert('later'))).toBe(1);
    expect(getRows(file, 'SELECT filler FROM write_probe')).toEqual([{ filler: 'committed' }, { filler: 'later' }]);
  });

  it('a transaction that waits too long is rolled back and no longer blocks other writes', async () => {
    const writer = new SqliteWriter(await createFile(), defineStore().createPorts, OPTIONS);
    onTestFinished(() => writer.connection.close());
    const transactions = new RemoteTransactions(writer, 20);
    const first = { transaction: 1, call: insert('x'), isDeferred: false };
    expect(await transactions.step(first)).toBe(1);
    const other = writer.write((_ports, sql) => sql.run("INSERT INTO write_probe (filler) VALUES ('other')"));
    expect(await other).toBe(1);
    await expect(transactions.step(first)).rejects.toThrow('a transaction waited too long');
    await expect(transactions.end(1, true)).rejects.toThrow('a transaction waited too long');
    expect(writer.connection.readAllSync('SELECT filler FROM write_probe')).toEqual([{ filler: 'other' }]);
  });

  it('a transaction executes a deferred call, and stores nothing if the call fails', async () => {
    const file = await createFile();
    const writer = new WriterClient({ file, portsModule: PORTS_MODULE, options: OPTIONS });
    onTestFinished(() => writer.close());
    const store = (call: StoreCall) =>
      writer.transaction(async ({ step, defer }) => {
        await step(insert('first'));
        defer(call);
        return 'done';
      });
    expect(await store(insert('deferred'))).toBe('done');
    const failing: StoreCall = { method: 'run', sql: 'INSERT INTO no_such_table VALUES (1)', values: [] };
    expect(String(await getError(store(failing)))).toContain('no such table');
    expect(getRows(file, 'SELECT filler FROM write_probe')).toEqual([{ filler: 'first' }, { filler: 'deferred' }]);
    expect(await writer.write(insert('later'))).toBe(1);
  });

  it('writes over the queue limit are rejected, and all others are stored', async () => {
    const { store, projectId } = await openThreads({ maxWaitingWrites: 10 });
    const writes = Array.from({ length: 30 }, (_, index) =>
      store.contextItems.create(projectId, { ...ITEM, title: `item ${index}` }),
    );
    const outcomes = await Promise.allSettled(writes);
    const refusedNames = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(refusedNames).toHaveLength(20);
    for (const error of refusedNames) expect(error).toMatchObject({ isOverloaded: true, outcomeUnknown: false });
    const stored = (await listTitles(store, projectId))?.filter((title) => title.startsWith('item '));
    expect(stored).toHaveLength(10);
  });
});

describe('threaded store', () => {
  it('a backup is a snapshot, and writes are stored while it is written', async () => {
    const { store, projectId } = await openThreads();
    const before = await listTitles(store, projectId);
    const titles: unknown[] = [];
    let writes = 0;
    await store.backup.each(async ({ table, row }) => {
      if (table === 'context_items') titles.push(row.title);
      await store.logs.addAll(projectId, [LOG]);
      await store.contextItems.create(projectId, { ...ITEM, title: `during ${writes}` });
      writes += 1;
    });
    expect(writes).toBeGreaterThan(10);
    expect(titles.filter((title) => String(title).startsWith('during'))).toEqual([]);
    expect(titles).toEqual(expect.arrayContaining(before ?? []));
    expect((await listTitles(store, projectId))?.filter((title) => title.startsWith('during'))).toHaveLength(writes);
  });

  it('closing the threaded store completes the pending operations, and only the database file remains', async () => {
    const { store, file, projectId } = await openThreads();
    const writes = Array.from({ length: 20 }, () => store.logs.addAll(projectId, [LOG]));
    const read = store.logs.search(projectId, {}, { limit: 1 });
    await store.close();
    await Promise.all([...writes, read]);
    await expect(store.logs.addAll(projectId, [LOG])).rejects.toThrow('it is closed');
    await expect(store.accounts.projects()).rejects.toThrow('it is closed');
    expect(readdirSync(dirname(file))).toEqual(['service.db']);
    expect(getRows(file, 'SELECT count(*) AS n FROM logs')).toEqual([{ n: 20 }]);
  });

  it('the data version changes with commits of this and of other connections, and not with reads', async () => {
    const { file, store, projectId } = await openThreads();
    const version = store.dataVersion();
    expect(version).toBeTypeOf('number');
    await listTitles(store, projectId);
    expect(store.dataVersion()).toBe(version);
    await store.accounts.setProjectName(projectId, 'Renamed');
    const renamedVersion = store.dataVersion();
    expect(renamedVersion).not.toBe(version);
    const other = openSqliteStore(file);
    onTestFinished(() => other.close());
    const openedVersion = store.dataVersion();
    expect(store.dataVersion()).toBe(openedVersion);
    await other.accounts.setProjectName(projectId, 'Renamed by another connection');
    expect(store.dataVersion()).not.toBe(openedVersion);
  });

  it('log search has the same limits in the threaded store as in the service', async () => {
    const file = await createFile();
    const store = await openStore(file, { threads: true });
    onTestFinished(() => store.close());
    await populate(store);
    const project = (await store.accounts.projects()).find(({ slug }) => slug === OWN_PROJECT);
    await store.logs.addAll(project?.id ?? '', [LOG, { ...LOG, url: '/other' }]);
    const page = await store.logs.search(project?.id ?? '', { urlContains: 'other', status: LOG.status }, { limit: 5 });
    expect(page.items.map(({ url }) => url)).toEqual(['/other']);
  });

  it('the threaded store reports the same errors for an unusable file as the store on one thread', async () => {
    const missingPath = join(scratchFolder(), 'missing.db');
    const [threaded, direct] = await Promise.all([
      getError(openThreadedStore(missingPath, { create: false })),
      getError(Promise.resolve().then(() => openSqliteStore(missingPath, { create: false }))),
    ]);
    expect(threaded).toMatchObject({ name: 'StoreInputError', message: (direct as Error).message });
  });
});
