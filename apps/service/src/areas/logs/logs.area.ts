import { defineArea } from '../../platform/area.ts';
import type { SqlContext } from '../../platform/database/dialect.ts';
import type { LogSearchLimits } from './log-search.ts';
import { LOG_MIGRATIONS } from './migrations.ts';
import { createPostgresLogIndexes } from './postgres-indexes.ts';
import { createSqlLogs, type LogSink } from './sql.ts';
import { createSqliteLogIndexes } from './sqlite-indexes.ts';
import type { LogPorts } from './store.ts';
import { LOG_TABLES } from './tables.ts';

export interface LogLinks {
  /** Store what other areas keep of new logs. */
  readonly logSinks: readonly LogSink[];
  /** Limits of the search. Default: those of the service. */
  readonly logSearch?: LogSearchLimits | undefined;
}

export const logsArea = defineArea({
  name: 'logs',
  migrations: LOG_MIGRATIONS,
  tables: LOG_TABLES,
  auditActions: ['log.read'],
  createPorts({ sql, dialect }: SqlContext, { logSinks, logSearch }: LogLinks): LogPorts {
    const indexes =
      dialect.name === 'sqlite' ? createSqliteLogIndexes(sql) : createPostgresLogIndexes(sql, dialect.runTimedQuery);
    return { logs: createSqlLogs(sql, indexes, { sinks: logSinks, limits: logSearch }) };
  },
  reads: { logs: { search: 'quick', get: 'quick' } },
  load: async () => (await import('./interface.ts')).logsInterface,
});
