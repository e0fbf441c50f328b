import type { StoreDefinition } from '../../dialect.ts';
import { runIdempotentIn } from '../../idempotency.ts';
import type { IdempotencyPorts } from '../../idempotency-records.ts';
import { getFunction, getReadKind, mapPorts } from '../../run-writes.ts';
import { createSqlBackup } from '../../sql-backup.ts';
import type { Database, Store } from '../../store.ts';
import { createWriteCheck } from '../../write-check.ts';
import { readDataVersion, SqliteConnection } from '../sqlite-connection.ts';
import { SQLITE_DIALECT } from '../sqlite-dialect.ts';
import type { SqliteOptions } from '../sqlite-writer.ts';
import { SIZE_SQL } from '../store.ts';
import { type ReaderLimits, ReaderPool } from './reader-pool.ts';
import { createCall, fromSent, type PortsModule } from './thread-messages.ts';
import { createThreadSql } from './thread-sql.ts';
import { type TransactionClient, WriterClient } from './writer-client.ts';

export interface ThreadedOptions extends SqliteOptions {
  readonly readers?: ReaderLimits;
  /** Maximum number of waiting writes. */
  readonly maxWaitingWrites?: number;
}

/**
 * Opens the embedded store in threads: one thread writes, and other threads read committed data, so that no statement blocks the calling thread. The
 * calling thread sends whole operations, because each message takes about 50 µs.
 * @param file path of the file
 * @param definition the definition of the store, and the module that creates the same ports in the threads
 * @throws StoreInputError if the file cannot be used
 */
export async function openThreadedDatabase<Ports extends IdempotencyPorts>(
  file: string,
  [definition, portsModule]: readonly [StoreDefinition<Ports>, PortsModule],
  { readers, maxWaitingWrites, ...options }: ThreadedOptions = {},
): Promise<Store<Ports>> {
  const { migrations = definition.migrations.sqlite, create } = options;
  const data = { file, portsModule, options: { migrations, create } };
  const writer = new WriterClient(data, maxWaitingWrites);
  const pool = new ReaderPool(data, readers);
  /** A connection that only notices commits. It never waits for a locked file, because that would block the calling thread. */
  let observer: SqliteConnection;
  try {
    await writer.start();
    await pool.start();
    observer = new SqliteConnection(file, { readOnly: true, busyTimeout: 0 });
  } catch (error) {
    await Promise.all([pool.close(), writer.close()]);
    throw error;
  }
  const { observeWrite, check } = createWriteCheck({
    read: async () =>
      void (await pool.read({ method: 'get', sql: 'SELECT 1 FROM users LIMIT 1', values: [] }, 'quick')),
    write: async () => void (await writer.run('probe')),
  });
  const ports: Ports = createPorts(definition, pool, (port, name, values) => {
    if (hasFunction(values)) return transact(async (remote) => getFunction(remote, port, name)(...values));
    return observeWrite(writer.write(createCall(port, name, values)).then(fromSent));
  });
  const createInTransaction = createRemotePorts(definition, ports);
  const transact: Database<Ports>['transaction'] = (work) =>
    observeWrite(writer.transaction((client) => work(createInTransaction(client))));
  return {
    ...ports,
    transaction: transact,
    runIdempotent: runIdempotentIn(transact),
    backup: createSqlBackup(definition, {
      snapshot: (work) => pool.readSnapshot((read) => work(createThreadSql(read))),
      exclusively: (work) => writer.transaction(({ sql }) => work({ sql, dialect: SQLITE_DIALECT })),
    }),
    databases: [{ name: 'SQLite', check }],
    overwriteDeleted: async () => (await writer.run('overwriteDeleted')) === true,
    dataVersion: () => readDataVersion(observer),
    async size() {
      const row = await createThreadSql((call) => pool.read(call, 'quick')).get(SIZE_SQL);
      return Number(row?.size);
    },
    async close() {
      await pool.close();
      observer.close();
      // The connection for writes closes last, because it deletes the files of the write-ahead log.
      await writer.close();
    },
  };
}

/** Creates the ports outside of transactions. @param write runs a function that writes */
function createPorts<Ports extends object>(
  definition: StoreDefinition<Ports>,
  pool: ReaderPool,
  write: (port: string, name: string, values: readonly unknown[]) => Promise<unknown>,
): Ports {
  const pages = definition.createPorts({
    sql: createThreadSql((call) => pool.read(call, 'slow')),
    dialect: SQLITE_DIALECT,
  });
  return mapPorts(pages, (port, name, run) => {
    const kind = getReadKind(definition.reads, port, name);
    // The rows of a stream are read page by page.
    if (kind === 'stream') return run;
    if (kind === undefined) return (...values) => write(port, name, values);
    return (...values) => pool.read(createCall(port, name, values), kind).then(fromSent);
  });
}

/**
 * Returns a function that creates the ports of a transaction. The writer thread executes their calls. Each port is created when the transaction first
 * uses it, because creating all ports takes longer than most calls.
 */
function createRemotePorts<Ports extends object>(definition: StoreDefinition<Ports>, template: Ports) {
  const { reads, deferred } = definition;
  const portEntries = Object.entries(template).map(([port, operations]: [string, object]) => ({
    port,
    names: Object.keys(operations),
    deferredNames: new Set<unknown>((deferred as Record<string, readonly string[]> | undefined)?.[port]),
  }));
  return ({ step, defer, sql }: TransactionClient): Ports => {
    let local: Ports | undefined;
    const runLocally = (port: string, name: string, values: readonly unknown[]) => {
      local ??= definition.createPorts({ sql, dialect: SQLITE_DIALECT });
      return getFunction(local, port, name)(...values);
    };
    const ports = {};
    for (const { port, names, deferredNames } of portEntries) {
      const createFunction =
        (name: string) =>
        (...values: readonly unknown[]) => {
          // A function cannot be sent to another thread, so the calling thread executes the operation and sends its statements.
          if (getReadKind(reads, port, name) === 'stream' || hasFunction(values)) return runLocally(port, name, values);
          const call = createCall(port, name, values);
          return deferredNames.has(name) ? Promise.resolve(defer(call)) : step(call).then(fromSent);
        };
      let createdStore: object | undefined;
      Object.defineProperty(ports, port, {
        enumerable: true,
        get() {
          createdStore ??= Object.fromEntries(names.map((name) => [name, createFunction(name)]));
          return createdStore;
        },
      });
    }
    return ports as Ports;
  };
}

/** Returns whether an argument is a function, or an object that contains a function. */
function hasFunction(values: readonly unknown[]): boolean {
  return values.some(
    (value) =>
      typeof value === 'function' ||
      (typeof value === 'object' &&
        value !== null &&
        Object.getPrototypeOf(value) === Object.prototype &&
        Object.values(value).some((member) => typeof member === 'function')),
  );
}
