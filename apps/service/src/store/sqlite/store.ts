import { sqlBackup } from '../backup/sql-backup.ts';
import { runIdempotentIn } from '../idempotency.ts';
import type { Migration } from '../migrations.ts';
import type { LogSearchLimits } from '../sql/log-search.ts';
import { type Dialect, operationsOver, readingAndWriting } from '../sql/operations.ts';
import type { Sql } from '../sql/sql.ts';
import type { Store } from '../store.ts';
import { writeCheck } from '../write-check.ts';
import { CommitQueue } from './commit-queue.ts';
import { SqliteConnection } from './connection.ts';
import { sqliteLogIndexes } from './log-indexes.ts';
import { openSqliteConnection } from './open.ts';
import { sqliteWords } from './words.ts';
import { tryWriting } from './write-probe.ts';

/** Milliseconds. Writers do not hold readers up; only the recovery of a file after a crash does. */
const BUSY_WHILE_READING = 5_000;

const DIALECT: Dialect<Sql> = { words: sqliteWords, logs: sqliteLogIndexes };

export interface SqliteOptions {
  readonly migrations?: readonly Migration[];
  readonly logSearch?: LogSearchLimits;
  /** Whether a missing file is created. Default true. */
  readonly create?: boolean;
}

/**
 * The embedded store: one SQLite file, on one connection that writes in turn and one that reads what was committed.
 * @param file a path, or `:memory:`, which reads and writes on one connection
 * @throws StoreInputError when the file cannot be used
 */
export function openSqliteStore(file: string, { migrations, logSearch, create }: SqliteOptions = {}): Store {
  const writer = openSqliteConnection(file, migrations, create);
  const another = () => {
    const connection = new SqliteConnection(file, { readOnly: true, busyTimeout: BUSY_WHILE_READING });
    // 64 MiB of pages: a search looks up thousands of logs one by one, and with the two that are the default, most of the way to each is read anew.
    connection.exec('PRAGMA cache_size = -65536');
    return connection;
  };
  const reader = file === ':memory:' ? writer : another();
  const queue = new CommitQueue(writer);
  const within = operationsOver(writer, DIALECT, logSearch);
  const { noting, check } = writeCheck({
    read: async () => void reader.getNow('SELECT 1 FROM users LIMIT 1'),
    write: () => tryWriting((work) => queue.write(() => work(writer))),
  });
  const transaction: Store['transaction'] = (work) => noting(queue.write(() => work(within)));
  // The connection that wrote goes last: it takes the files of the write-ahead log away.
  const close = () => {
    if (reader !== writer) reader.close();
    writer.close();
  };
  return {
    ...readingAndWriting(operationsOver(reader, DIALECT, logSearch), transaction),
    transaction,
    runIdempotent: runIdempotentIn(transaction),
    backup: sqlBackup({
      async snapshot(work) {
        if (reader === writer) return queue.write(() => work(writer));
        const connection = another();
        try {
          connection.exec('BEGIN');
          return await work(connection);
        } finally {
          connection.close();
        }
      },
      exclusively: (work) => queue.write(() => work(writer)),
      columns: () => ({}),
    }),
    check,
    size: async () =>
      Number(reader.getNow('SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size')?.size),
    // Where nothing is under way, the files are let go of at once, also for a caller who does not wait.
    close: async () => {
      const begun = queue.close();
      if (begun) await begun;
      close();
    },
  };
}
