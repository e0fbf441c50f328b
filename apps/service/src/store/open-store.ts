import { openSqliteStore } from './sqlite/store.ts';
import type { Store } from './store.ts';

/**
 * The store that the name stands for: PostgreSQL where it is a `postgres://` or `postgresql://` URL, otherwise a SQLite file of this name.
 * @throws StoreInputError when it cannot be used
 */
export async function openStore(database: string): Promise<Store> {
  if (!isPostgresUrl(database)) return openSqliteStore(database);
  // Loaded when it is needed: without PostgreSQL, the service starts without its driver.
  const { openPostgresStore } = await import('./postgres/store.ts');
  return openPostgresStore(database);
}

export function isPostgresUrl(database: string): boolean {
  return /^postgres(ql)?:\/\//.test(database);
}
