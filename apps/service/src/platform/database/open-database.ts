import type { StoreDefinition } from './dialect.ts';
import type { IdempotencyPorts } from './idempotency-records.ts';
import { openSqliteDatabase } from './sqlite/store.ts';
import type { PortsModule } from './sqlite/threads/thread-messages.ts';
import { openThreadedDatabase } from './sqlite/threads/threaded-store.ts';
import type { Store } from './store.ts';
import { StoreInputError } from './store-input-error.ts';

export type LogsUse = 'switch' | 'keep' | `move-from-${'postgres' | 'clickhouse'}`;

export interface OpenOptions {
  /** Whether to create the database if it does not exist. Default: true. */
  readonly create?: boolean;
  /** URL of another database in which the logs are stored. Default: none. */
  readonly logs?: string | undefined;
  /**
   * How to use the logs. `switch`: they are stored in the given database from now on, if all of them have been copied to it. `keep`: they must already
   * be stored in it, which is checked when they are used. `move-from-postgres` and `move-from-clickhouse`: they are about to be moved. Default: `switch`.
   */
  readonly logsUse?: LogsUse;
  /** Receives warnings at the start. Default: none. */
  readonly warn?: ((warning: string) => void) | undefined;
  /** Aborts the open requests to the database of the logs, for a shutdown that must not wait for them. */
  readonly signal?: AbortSignal;
}

/** Whether to read and write an SQLite file in other threads, which a process that serves requests requires. */
export interface ThreadOptions {
  /** The module that creates the ports in the threads; undefined to use the calling thread. */
  readonly portsModule?: PortsModule | undefined;
}

/**
 * Opens the database: PostgreSQL for a `postgres://` or `postgresql://` URL, otherwise the SQLite file at this path.
 * @throws StoreInputError for an unknown URL scheme, for an unusable database, and for a missing database if `create` is false
 */
export async function openDatabase<Ports extends IdempotencyPorts>(
  database: string,
  definition: StoreDefinition<Ports>,
  { portsModule, ...options }: OpenOptions & ThreadOptions = {},
): Promise<Store<Ports>> {
  // The scheme must have at least two letters, because a Windows path may start with a drive such as `C://`.
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(database)?.[1]?.toLowerCase();
  if (scheme === undefined) {
    // An in-memory database belongs to one connection, so it cannot be used by several threads.
    if (portsModule === undefined || database === ':memory:') {
      return openSqliteDatabase(database, definition, options);
    }
    return openThreadedDatabase(database, [definition, portsModule], options);
  }
  if (scheme !== 'postgres' && scheme !== 'postgresql') {
    // The message contains only the scheme, because the rest of the URL may contain a password.
    throw new StoreInputError(
      `a database URL cannot start with "${scheme}://": use postgres://user:password@host:port/database, or the path of a SQLite file`,
    );
  }
  // The store is loaded on demand, so that the SQLite store does not require the PostgreSQL driver.
  const { openPostgresDatabase } = await import('./postgres/store.ts');
  return openPostgresDatabase(database, definition, options);
}
