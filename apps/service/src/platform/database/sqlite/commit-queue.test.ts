import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scratchFolder } from '../behavior/database.fixture.ts';
import { CommitQueue } from './commit-queue.ts';
import { SqliteConnection } from './sqlite-connection.ts';

function openQueue({ lockTimeout }: { lockTimeout?: number } = {}) {
  const file = join(scratchFolder(), 'queue.db');
  const connect = () => {
    const connection = new SqliteConnection(file, { busyTimeout: 10 });
    onTestFinished(() => connection.close());
    return connection;
  };
  const connection = connect();
  connection.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (n INTEGER PRIMARY KEY) STRICT');
  const commits: number[] = [];
  const exec = connection.exec.bind(connection);
  let fail: string | undefined;
  connection.exec = (sql) => {
    if (sql === fail) throw new Error('the disk is full');
    exec(sql);
    if (sql === 'COMMIT') commits.push(numbers().length);
  };
  const other = connect();
  const numbers = () => other.readAllSync('SELECT n FROM t ORDER BY n').map(({ n }) => n);
  const queue = new CommitQueue(connection, { lockTimeout });
  const insert = (n: number) => queue.write(() => connection.run('INSERT INTO t (n) VALUES (?)', n));
  const failOn = (sql: string | undefined) => {
    fail = sql;
  };
  return { connection, other, queue, insert, numbers, commits, failOn };
}

describe('CommitQueue', () => {
  it('the commit queue commits concurrent writes together and in order', async () => {
    const { insert, commits, numbers } = openQueue();
    expect(await Promise.all([1, 2, 3].map(insert))).toEqual([1, 1, 1]);
    expect(commits).toEqual([3]);
    await insert(4);
    expect(commits).toEqual([3, 4]);
    expect(numbers()).toEqual([1, 2, 3, 4]);
  });

  it('a write in the commit queue resolves only after the database file contains it', async () => {
    const { insert, numbers } = openQueue();
    await Promise.all(Array.from({ length: 600 }, (_, n) => insert(n).then(() => expect(numbers()).toContain(n))));
  });

  it('a failed write does not affect concurrent writes in the commit queue', async () => {
    const { insert, numbers, commits } = openQueue();
    const outcomes = await Promise.allSettled([insert(1), insert(1), insert(2)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(numbers()).toEqual([1, 2]);
    expect(commits).toHaveLength(1);
  });

  it('all concurrent writes fail if the commit fails, but later writes succeed', async () => {
    const { insert, numbers, failOn } = openQueue();
    failOn('COMMIT');
    const outcomes = await Promise.allSettled([insert(1), insert(2)]);
    expect(outcomes.map((each) => each.status === 'rejected' && (each.reason as Error).message)).toEqual([
      'the disk is full',
      'the disk is full',
    ]);
    expect(numbers()).toEqual([]);
    failOn(undefined);
    await insert(3);
    expect(numbers()).toEqual([3]);
  });

  it('all concurrent writes fail if SQLite rolls back their transaction, but later writes succeed', async () => {
    const { connection, queue, insert, numbers } = openQueue();
    const first = insert(1);
    const second = queue.write(async () => {
      connection.exec('ROLLBACK');
      throw new Error('the disk is full');
    });
    const outcomes = await Promise.allSettled([first, second, insert(3)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(numbers()).toEqual([]);
    await insert(4);
    expect(numbers()).toEqual([4]);
  });

  it('the commit queue waits for another writing process without blocking its own process', async () => {
    const { other, insert, numbers } = openQueue();
    other.exec('BEGIN IMMEDIATE');
    const write = insert(1);
    let isDone = false;
    void write.then(() => {
      isDone = true;
    });
    // These timers would not fire if waiting for the lock blocked this process.
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isDone).toBe(false);
    other.exec('COMMIT');
    await write;
    expect(numbers()).toEqual([1]);
  });

  it('a write fails if another process holds the write lock for too long, but later writes succeed', async () => {
    const { other, insert, numbers } = openQueue({ lockTimeout: 50 });
    other.exec('BEGIN IMMEDIATE');
    expect(await insert(1).catch((error: unknown) => error)).toMatchObject({
      name: 'StoreUnavailableError',
      outcomeUnknown: false,
    });
    other.exec('COMMIT');
    await insert(2);
    expect(numbers()).toEqual([2]);
  });

  it('timers still run during many consecutive writes', async () => {
    const { insert } = openQueue();
    let over = false;
    setTimeout(() => {
      over = true;
    }, 20);
    for (let n = 0; !over; n += 1) await insert(n);
  });

  it('a closed commit queue rejects new writes but completes earlier ones', async () => {
    const { queue, insert, numbers } = openQueue();
    const before = insert(1);
    const closePromise = queue.close();
    await expect(insert(2)).rejects.toThrow('it is closed');
    await closePromise;
    await before;
    expect(numbers()).toEqual([1]);
    expect(queue.close()).toBeUndefined();
  });
});
