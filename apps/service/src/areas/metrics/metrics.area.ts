import { defineArea } from '../../platform/area.ts';
import type { SqlContext } from '../../platform/database/dialect.ts';
import type { LogStorage } from '../logs/log-storage.ts';
import { readLogBytes } from './log-bytes.ts';
import { METRICS_MIGRATIONS } from './migrations.ts';
import type { MetricsPorts } from './store.ts';
import { METRICS_TABLES } from './tables.ts';
import type { DeltaSink } from './traffic-fold.ts';
import { createSqlTraffic } from './traffic-sql.ts';

export const metricsArea = defineArea({
  name: 'metrics',
  migrations: METRICS_MIGRATIONS,
  tables: METRICS_TABLES,
  auditActions: ['metrics.rebuild'],
  createPorts: (
    { sql, dialect }: SqlContext,
    { logStorage, deltaSinks: sinks }: { readonly logStorage: LogStorage; readonly deltaSinks: readonly DeltaSink[] },
  ): MetricsPorts => ({
    traffic: createSqlTraffic(sql, logStorage, {
      waitForWrites: () => dialect.lockTable(sql, 'traffic_pending'),
      sinks,
    }),
  }),
  reads: {
    traffic: {
      resolution: 'quick',
      logsSince: 'quick',
      totals: 'slow',
      byEndpoint: 'slow',
      durations: 'slow',
      endpoints: 'slow',
      errors: 'slow',
      activeUsers: 'slow',
      pendingProjects: 'slow',
      nextDayWithLogs: 'quick',
    },
  },
  readProjectSize: readLogBytes,
  load: async () => (await import('./interface.ts')).metricsInterface,
});
