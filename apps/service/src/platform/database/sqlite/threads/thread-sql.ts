import type { Sql, SqlRow } from '../../sql.ts';
import type { StoreCall } from './thread-messages.ts';

/** Returns an interface whose statements are executed by another thread. */
export function createThreadSql(run: (call: StoreCall) => Promise<unknown>): Sql {
  return {
    run: (sql, ...values) => run({ method: 'run', sql, values }) as Promise<number>,
    get: (sql, ...values) => run({ method: 'get', sql, values }) as Promise<SqlRow | undefined>,
    all: (sql, ...values) => run({ method: 'all', sql, values }) as Promise<SqlRow[]>,
  };
}
