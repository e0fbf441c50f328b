import type { SqlDialect } from '../dialect.ts';

/** The SQL dialect of SQLite. */
export const SQLITE_DIALECT: SqlDialect = {
  name: 'sqlite',
  // Table locks are not necessary, because only one connection writes.
  lockTable: async () => undefined,
  listTexts: (column) => `json_each(${column})`,
};
