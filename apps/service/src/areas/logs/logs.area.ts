import { defineArea } from '../../platform/area.ts';
import type { SqlContext } from '../../platform/database/dialect.ts';
import { addLogBatchRoutes } from './batch-routes.ts';
import { MAX_BATCH_BYTES, MAX_LINE_BYTES } from './ingest-limits.ts';
import type { LogSearchLimits } from './log-search.ts';
import { LOG_MIGRATIONS } from './migrations.ts';
import { createOtlpErrorResponse, isOtlpPath } from './otlp-response.ts';
import { addOtlpRoutes } from './otlp-routes.ts';
import { createPostgresLogIndexes } from './postgres-indexes.ts';
import { addLogRoutes } from './routes.ts';
import type { LogServices } from './services.ts';
import { createSqlLogs, type LogSink } from './sql.ts';
import { createSqliteLogIndexes } from './sqlite-indexes.ts';
import type { LogPorts } from './store.ts';
import { LOG_TABLES } from './tables.ts';

export const logsArea = defineArea({
  name: 'logs',
  migrations: LOG_MIGRATIONS,
  tables: LOG_TABLES,
  auditActions: ['log.read'],
  bodies: [
    { path: /^\/api\/v1\/projects\/[^/]+\/(logs-(batch|har)|otlp\/v1\/traces)$/, maxSize: MAX_BATCH_BYTES, gzip: true },
    { path: /\/logs$/, maxSize: MAX_LINE_BYTES },
  ],
  formatError: (c, ...error) => (isOtlpPath(c.req.path) ? createOtlpErrorResponse(c, ...error) : undefined),
  addRoutes(app, services: LogServices) {
    addLogRoutes(app, services);
    addLogBatchRoutes(app, services);
    addOtlpRoutes(app, services);
  },
});

/** Creates the port. The sinks store what other areas keep of new logs. */
export function createLogPorts(
  { sql, dialect }: SqlContext,
  options: { readonly sinks: readonly LogSink[]; readonly limits?: LogSearchLimits | undefined },
): LogPorts {
  const indexes =
    dialect.name === 'sqlite' ? createSqliteLogIndexes(sql) : createPostgresLogIndexes(sql, dialect.runTimedQuery);
  return { logs: createSqlLogs(sql, indexes, options) };
}
