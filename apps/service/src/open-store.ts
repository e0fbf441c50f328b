import { extname } from 'node:path';
import { reindexItems } from './areas/context/reindex.ts';
import type { LogSearchLimits } from './areas/logs/log-search.ts';
import { type createPorts, defineStore, type ServicePorts, type ServiceStore } from './areas.ts';
import { type OpenOptions, openDatabase } from './platform/database/open-database.ts';
import type { PostgresOptions } from './platform/database/postgres/store.ts';
import type { SqliteOptions } from './platform/database/sqlite/sqlite-writer.ts';
import { openSqliteDatabase } from './platform/database/sqlite/store.ts';
import type { PortsModule } from './platform/database/sqlite/threads/thread-messages.ts';
import { openThreadedDatabase, type ThreadedOptions } from './platform/database/sqlite/threads/threaded-store.ts';
import { StoreInputError } from './platform/database/store-input-error.ts';

/** The module that creates the ports in the threads of the database. */
export const PORTS_MODULE = createPortsModule();

/** Time in milliseconds after which a store that is closed aborts its requests to ClickHouse. */
const CLOSE_TIMEOUT_MS = 2_000;

const IS_POSTGRES_URL = /^postgres(ql)?:/i;

/**
 * Opens the store: PostgreSQL for a `postgres://` or `postgresql://` URL, otherwise the SQLite file at this path. Updates the search index after an
 * upgrade.
 * @param options.logs URL of the ClickHouse database in which the logs are stored. Default: the logs are stored in the database itself
 * @param options.threads whether to read and write an SQLite file in other threads, which a process that serves requests requires. Default: false.
 * @throws StoreInputError for an unknown URL scheme, for an unusable database, and for a missing database if `create` is false
 */
export async function openStore(
  database: string,
  { threads = false, logs, ...options }: OpenOptions & { readonly threads?: boolean } = {},
): Promise<ServiceStore> {
  if (logs !== undefined) return openStoreWithLogs(database, logs, options);
  const portsModule = threads ? PORTS_MODULE : undefined;
  const store = await openDatabase<ServicePorts>(database, defineStore(), { ...options, portsModule });
  return prepareStore(store, async ({ logs }) => {
    if (IS_POSTGRES_URL.test(database)) await logs.prepare(options.logsUse !== 'keep');
  });
}

/** Opens a PostgreSQL database whose logs are in ClickHouse. @throws StoreInputError */
export async function openStoreWithLogs(
  database: string,
  logs: string,
  { logSearch, logsUse = 'switch', signal, warn, ...options }: OpenOptions & PostgresOptions & SearchLimitOptions = {},
): Promise<ServiceStore> {
  if (!IS_POSTGRES_URL.test(database)) {
    throw new StoreInputError(
      'the logs can be in ClickHouse only if the database is PostgreSQL: set --database to a postgres:// URL, or remove --logs',
    );
  }
  // The client is loaded on demand, so that other databases do not require it.
  const { openLogDatabase } = await import('./areas/logs/clickhouse/log-database.ts');
  const { openPostgresDatabase } = await import('./platform/database/postgres/store.ts');
  const logDatabase = openLogDatabase(logs, database, { logsUse, limits: logSearch, warn });
  signal?.addEventListener('abort', () => logDatabase.abort(), { once: true });
  try {
    const { createStorage } = logDatabase;
    const definition = defineStore({ createLogStorage: createStorage });
    const store = await openPostgresDatabase<ServicePorts>(database, definition, options);
    const closeAll = async () => {
      // An operation that waits for an unresponsive ClickHouse would delay the end of the process.
      const abortTimeout = setTimeout(() => logDatabase.abort(), CLOSE_TIMEOUT_MS);
      await store.close().finally(() => clearTimeout(abortTimeout));
      await logDatabase.close();
    };
    const overwriteAll = async () => {
      await store.logs.removeAbandoned();
      return (await logDatabase.overwriteDeleted()) && (await store.overwriteDeleted());
    };
    try {
      if (logsUse !== 'keep') await logDatabase.prepare();
    } catch (error) {
      await store.close();
      throw error;
    }
    const databases = [...store.databases, { name: 'ClickHouse' as const, check: () => logDatabase.check() }];
    const { gauges } = logDatabase;
    return await prepareStore({ ...store, databases, gauges, close: closeAll, overwriteDeleted: overwriteAll });
  } catch (error) {
    await logDatabase.close();
    throw error;
  }
}

/** @param prepareLogs function that prepares the store of the logs */
async function prepareStore(
  store: ServiceStore,
  prepareLogs: (store: ServiceStore) => Promise<void> = async () => undefined,
): Promise<ServiceStore> {
  try {
    await prepareLogs(store);
    await reindexItems(store);
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

/** Options for tests, which replace the limits of the log search. */
export interface SearchLimitOptions {
  readonly logSearch?: LogSearchLimits | undefined;
}

/** Opens the SQLite file at this path, or a database in memory for `:memory:`. @throws StoreInputError if the file cannot be used */
export function openSqliteStore(
  file: string,
  { logSearch, ...options }: SqliteOptions & SearchLimitOptions = {},
): ServiceStore {
  return openSqliteDatabase<ServicePorts>(file, defineStore({ logSearch }), options);
}

/** Opens the SQLite file at this path in threads. @throws StoreInputError if the file cannot be used */
export function openThreadedStore(
  file: string,
  { logSearch, ...options }: ThreadedOptions & SearchLimitOptions = {},
): Promise<ServiceStore> {
  const portsModule = createPortsModule(logSearch);
  return openThreadedDatabase<ServicePorts>(file, [defineStore({ logSearch }), portsModule], options);
}

/** Describes the module for the threads. @param logSearch second argument of `createPorts`, which must have the type of its parameter */
function createPortsModule(logSearch?: Parameters<typeof createPorts>[1]): PortsModule {
  return { url: new URL(`./areas${extname(import.meta.url)}`, import.meta.url).href, options: logSearch };
}
