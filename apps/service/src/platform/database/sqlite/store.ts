import type { StoreDefinition } from '../dialect.ts';
import { runIdempotentIn } from '../idempotency.ts';
import type { IdempotencyPorts } from '../idempotency-records.ts';
import { runWritesInTransactions } from '../run-writes.ts';
import { createSqlBackup } from '../sql-backup.ts';
import type { Database, Store } from '../store.ts';
import { createWriteCheck } from '../write-check.ts';
import { readDataVersion } from './sqlite-connection.ts';
import { SQLITE_DIALECT } from './sqlite-dialect.ts';
import { openSqliteReader } from './sqlite-reader.ts';
import { type SqliteOptions, SqliteWriter } from './sqlite-writer.ts';

/** Page cache of the connection for reads: 64 MiB. */
const READ_CACHE_KIB = 65_536;
/** SQL query for the size of the database in bytes. */
export const SIZE_SQL = 'SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size';

/**
 * Opens the embedded store on the calling thread: one SQLite file with one connection for writes, and one for reads of committed data. Commands use
 * this store, because it opens quickly. A process that serves requests uses `openThreadedDatabase`, because every statement blocks the calling
 * thread.
 * @param file path of the file, or `:memory:`, for which reads and writes share one connection
 * @throws StoreInputError if the file cannot be used
 */
export function openSqliteDatabase<Ports extends IdempotencyPorts>(
  file: string,
  definition: StoreDefinition<Ports>,
  { migrations = definition.migrations.sqlite, create }: SqliteOptions = {},
): Store<Ports> {
  const writer = new SqliteWriter(file, definition.createPorts, { migrations, create });
  const isInMemory = file === ':memory:';
  const reader = isInMemory ? writer.connection : openSqliteReader(file, READ_CACHE_KIB);
  const { observeWrite, check } = createWriteCheck({
    read: async () => void reader.getNow('SELECT 1 FROM users LIMIT 1'),
    write: () => writer.probe(),
  });
  const transact: Database<Ports>['transaction'] = (work) => observeWrite(writer.write(work));
  const ports = definition.createPorts({ sql: reader, dialect: SQLITE_DIALECT });
  return {
    ...runWritesInTransactions(ports, definition.reads, () => transact),
    transaction: transact,
    runIdempotent: runIdempotentIn(transact),
    backup: createSqlBackup(definition, {
      async snapshot(work) {
        if (isInMemory) return writer.write((_ports, sql) => work(sql));
        const connection = openSqliteReader(file, READ_CACHE_KIB);
        try {
          connection.exec('BEGIN');
          return await work(connection);
        } finally {
          connection.close();
        }
      },
      exclusively: (work) => writer.write((_ports, sql) => work({ sql, dialect: SQLITE_DIALECT })),
    }),
    databases: [{ name: 'SQLite', check }],
    overwriteDeleted: () => writer.overwriteDeleted(),
    // A connection does not see its own commits as changes, and a database in memory has only one connection.
    dataVersion: () => (isInMemory ? undefined : readDataVersion(reader)),
    size: async () => Number(reader.getNow(SIZE_SQL)?.size),
    // If there are no pending writes or checkpoints, the files are released synchronously, even if the calling function does not await the promise.
    close: async () => {
      const pendingWrites = writer.finish();
      if (pendingWrites) await pendingWrites;
      // The connection for writes closes last, because it deletes the files of the write-ahead log.
      reader.close();
      writer.connection.close();
    },
  };
}
