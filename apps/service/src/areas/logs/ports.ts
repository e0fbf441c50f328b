import type { SqlContext } from '../../platform/database/dialect.ts';
import type { LogSearchLimits } from './log-search.ts';
import { createPostgresLogIndexes } from './postgres-indexes.ts';
import { createSqlLogs, type LogSink } from './sql.ts';
import { createSqliteLogIndexes } from './sqlite-indexes.ts';
import type { LogPorts } from './store.ts';

/** Creates the port. The sinks store what other areas keep of new logs. */
export function createLogPorts(
  { sql, dialect }: SqlContext,
  options: { readonly sinks: readonly LogSink[]; readonly limits?: LogSearchLimits | undefined },
): LogPorts {
  const indexes =
    dialect.name === 'sqlite' ? createSqliteLogIndexes(sql) : createPostgresLogIndexes(sql, dialect.runTimedQuery);
  return { logs: createSqlLogs(sql, indexes, options) };
}
