import type { SqlDialect, StoreDefinition } from '../dialect.ts';
import { runIdempotentIn } from '../idempotency.ts';
import type { IdempotencyPorts } from '../idempotency-records.ts';
import type { Migration } from '../migrations.ts';
import { runWritesInTransactions } from '../run-writes.ts';
import type { Sql } from '../sql.ts';
import { createSqlBackup } from '../sql-backup.ts';
import type { Database, Store } from '../store.ts';
import { createWriteCheck } from '../write-check.ts';
import { Checkpoints } from './checkpoints.ts';
import { CommitQueue } from './commit-queue.ts';
import { openSqliteConnection } from './open-connection.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { probeWrite } from './write-probe.ts';

/** Time in milliseconds for which readers wait for a locked file. Only crash recovery blocks readers; writers do not. */
const READ_BUSY_TIMEOUT_MS = 5_000;

const DIALECT: SqlDialect = {
  name: 'sqlite',
  // No locks are necessary, because only one connection writes.
  lockTable: async () => undefined,
  listTexts: (column) => `json_each(${column})`,
};

export interface SqliteOptions {
  readonly migrations?: readonly Migration[] | undefined;
  /** Whether to create a missing file. Default: true. */
  readonly create?: boolean;
}

/**
 * Opens the embedded store: one SQLite file with one connection for writes, and one for reads of committed data.
 * @param file path of the file, or `:memory:`, for which reads and writes share one connection
 * @throws StoreInputError if the file cannot be used
 */
export function openSqliteDatabase<Ports extends IdempotencyPorts>(
  file: string,
  definition: StoreDefinition<Ports>,
  { migrations = definition.migrations.sqlite, create }: SqliteOptions = {},
): Store<Ports> {
  const writer = openSqliteConnection(file, migrations, create);
  const openReader = () => {
    const connection = new SqliteConnection(file, { readOnly: true, busyTimeout: READ_BUSY_TIMEOUT_MS });
    // The cache size is 64 MiB. A search looks up thousands of logs one by one and, with the default of 2 MiB, would read most pages again each time.
    connection.exec('PRAGMA cache_size = -65536');
    return connection;
  };
  const reader = file === ':memory:' ? writer : openReader();
  const checkpoints = file === ':memory:' ? undefined : new Checkpoints(file);
  const queue = new CommitQueue(writer, { afterCommit: (changedRows) => checkpoints?.handleCommit(changedRows) });
  const createPorts = (sql: Sql) => definition.createPorts({ sql, dialect: DIALECT });
  const writePorts = createPorts(writer);
  const { observeWrite, check } = createWriteCheck({
    read: async () => void reader.getNow('SELECT 1 FROM users LIMIT 1'),
    write: () => probeWrite((work) => queue.write(() => work(writer))),
  });
  const transact: Database<Ports>['transaction'] = (work) => observeWrite(queue.write(() => work(writePorts)));
  // The connection for writes closes last, because it deletes the files of the write-ahead log.
  const closeStore = () => {
    if (reader !== writer) reader.close();
    writer.close();
  };
  return {
    ...runWritesInTransactions(createPorts(reader), definition.reads, transact),
    transaction: transact,
    runIdempotent: runIdempotentIn(transact),
    backup: createSqlBackup(definition, {
      async snapshot(work) {
        if (reader === writer) return queue.write(() => work(writer));
        const connection = openReader();
        try {
          connection.exec('BEGIN');
          return await work(connection);
        } finally {
          connection.close();
        }
      },
      exclusively: (work) => queue.write(() => work({ sql: writer, dialect: DIALECT })),
    }),
    check,
    async overwriteDeleted() {
      if (checkpoints === undefined) return true;
      // The thread copies most pages. The rest is copied between two commits, so that requests of this process do not prevent it.
      await checkpoints.run();
      return queue.runBetweenCommits(() => writer.getNow('PRAGMA wal_checkpoint(TRUNCATE)')?.busy === 0);
    },
    size: async () =>
      Number(reader.getNow('SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size')?.size),
    // If there are no pending writes or checkpoints, the files are released synchronously, even if the caller does not await the promise.
    close: async () => {
      const writes = queue.close();
      if (writes) await writes;
      const thread = checkpoints?.close();
      if (thread) await thread;
      closeStore();
    },
  };
}
