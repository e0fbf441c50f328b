import { reindexItems } from './areas/context/reindex.ts';
import type { LogSearchLimits } from './areas/logs/log-search.ts';
import { defineStore, type ServicePorts, type ServiceStore } from './areas.ts';
import { type OpenOptions, openDatabase } from './platform/database/open-database.ts';
import { openSqliteDatabase, type SqliteOptions } from './platform/database/sqlite/store.ts';

/**
 * Opens the store: PostgreSQL for a `postgres://` or `postgresql://` URL, otherwise the SQLite file at this path. Updates the search index after an
 * upgrade.
 * @throws StoreInputError for any other URL scheme, for an unusable database, and for a missing database if `create` is false
 */
export async function openStore(database: string, options: OpenOptions = {}): Promise<ServiceStore> {
  const store = await openDatabase<ServicePorts>(database, defineStore(), options);
  try {
    await reindexItems(store);
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

/** Options for tests, which replace the limits of the search for logs. */
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
