import type { SqlDialect } from '../dialect.ts';

/** What the SQL of the areas needs to know about SQLite. */
export const SQLITE_DIALECT: SqlDialect = {
  name: 'sqlite',
  // No locks are necessary, because only one connection writes.
  lockTable: async () => undefined,
  listTexts: (column) => `json_each(${column})`,
};
