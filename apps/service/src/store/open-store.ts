import { reindexItems } from './reindex.ts';
import { openSqliteStore } from './sqlite/store.ts';
import type { Store } from './store.ts';
import { StoreInputError } from './store-input-error.ts';

export interface OpenOptions {
  /** Whether a database that does not exist is created. Default true. */
  readonly create?: boolean;
}

/**
 * Opens the store that `database` names: PostgreSQL for a `postgres://` or `postgresql://` URL, otherwise a SQLite file at this path. After an
 * upgrade it first brings the search index up to date.
 * @throws StoreInputError for a URL with another scheme, for a database that cannot be used, and for a missing one with `create: false`
 */
export async function openStore(database: string, options: OpenOptions = {}): Promise<Store> {
  const store = await open(database, options);
  try {
    await reindexItems(store);
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

async function open(database: string, options: OpenOptions): Promise<Store> {
  // Two letters at least: a Windows path may begin with a drive, such as `C://`.
  const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(database)?.[1]?.toLowerCase();
  if (scheme === undefined) return openSqliteStore(database, options);
  if (scheme !== 'postgres' && scheme !== 'postgresql') {
    // Only the scheme is named: the rest of a URL may hold a password.
    throw new StoreInputError(
      `a database URL cannot start with "${scheme}://": use postgres://user:password@host:port/database, or the path of a SQLite file`,
    );
  }
  // Loaded on demand: without PostgreSQL, the service starts without its driver.
  const { openPostgresStore } = await import('./postgres/store.ts');
  return openPostgresStore(database, options);
}
