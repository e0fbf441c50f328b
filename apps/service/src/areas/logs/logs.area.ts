import { defineArea } from '../../platform/area.ts';
import type { SqlContext } from '../../platform/database/dialect.ts';
import type { LogStorage } from './log-storage.ts';
import { LOG_MIGRATIONS } from './migrations.ts';
import { createLogs, type LogSink } from './sql.ts';
import type { LogPorts } from './store.ts';
import { LOG_TABLES } from './tables.ts';

export interface LogLinks {
  /** Functions of other areas that store data derived from new logs, in the same transaction. */
  readonly logSinks: readonly LogSink[];
  readonly logStorage: LogStorage;
}

export const logsArea = defineArea({
  name: 'logs',
  migrations: LOG_MIGRATIONS,
  tables: LOG_TABLES,
  auditActions: ['log.read'],
  createPorts: ({ sql }: SqlContext, { logStorage, logSinks }: LogLinks): LogPorts => ({
    logs: createLogs(sql, logStorage, logSinks),
  }),
  reads: { logs: { search: 'quick', get: 'quick' } },
  load: async () => (await import('./interface.ts')).logsInterface,
});
