import { API_DESCRIPTION_AUDIT_TARGETS } from './areas/api-description/audit-targets.ts';
import { createSqlApiDescriptions } from './areas/api-description/sql.ts';
import type { ApiDescriptionPorts } from './areas/api-description/store.ts';
import { CONTEXT_AUDIT_TARGETS } from './areas/context/audit-targets.ts';
import { CONTEXT_READS, createContextPorts } from './areas/context/ports.ts';
import { readItemBytes } from './areas/context/sql.ts';
import type { ContextPorts } from './areas/context/store.ts';
import { DATA_SOURCE_AUDIT_TARGETS } from './areas/data-sources/audit-targets.ts';
import { createSqlDataSources } from './areas/data-sources/sql.ts';
import type { DataSourcePorts } from './areas/data-sources/store.ts';
import type { LogSearchLimits } from './areas/logs/log-search.ts';
import { createLogPorts } from './areas/logs/ports.ts';
import type { LogPorts } from './areas/logs/store.ts';
import { COUNT_NAME_ERASERS } from './areas/metrics/erase-names.ts';
import { readLogBytes } from './areas/metrics/log-bytes.ts';
import type { MetricsPorts } from './areas/metrics/store.ts';
import { addDelta, createSqlTraffic, foldPendingCounts, lockCounts } from './areas/metrics/traffic-sql.ts';
import { RECOVERY_AUDIT_TARGETS } from './areas/recovery/audit-targets.ts';
import { eraseDeliveryNames } from './areas/recovery/erase-names.ts';
import { addDeliveries } from './areas/recovery/hint-deliveries.ts';
import { createSqlHints } from './areas/recovery/sql.ts';
import type { RecoveryPorts } from './areas/recovery/store.ts';
import { USER_AUDIT_TARGETS } from './areas/users/audit-targets.ts';
import { foldCallerDays } from './areas/users/caller-fold.ts';
import { createSqlErasures } from './areas/users/erasures-sql.ts';
import { createSqlCallers } from './areas/users/sql.ts';
import type { UserPorts } from './areas/users/store.ts';
import type { AuditTargets } from './platform/audit/audit.ts';
import type { ReadsOf, SomeReadsOf, SqlContext } from './platform/database/dialect.ts';
import { createPlatformPorts, PLATFORM_AUDIT_TARGETS, PLATFORM_READS, type PlatformPorts } from './platform/ports.ts';

/** The ports of all areas. */
export type ServicePorts = PlatformPorts &
  ContextPorts &
  DataSourcePorts &
  ApiDescriptionPorts &
  LogPorts &
  MetricsPorts &
  UserPorts &
  RecoveryPorts;

const AUDIT_TARGETS: AuditTargets<ServicePorts> = {
  ...PLATFORM_AUDIT_TARGETS,
  ...CONTEXT_AUDIT_TARGETS,
  ...DATA_SOURCE_AUDIT_TARGETS,
  ...API_DESCRIPTION_AUDIT_TARGETS,
  ...USER_AUDIT_TARGETS,
  ...RECOVERY_AUDIT_TARGETS,
};

/** The functions that only read. */
export const READS: ReadsOf<ServicePorts> = {
  ...PLATFORM_READS,
  ...CONTEXT_READS,
  dataSources: ['list', 'get'],
  apiDescriptions: ['get', 'sha256'],
  logs: ['search', 'get'],
  traffic: [
    'resolution',
    'logsSince',
    'totals',
    'byEndpoint',
    'durations',
    'endpoints',
    'errors',
    'activeUsers',
    'pendingProjects',
    'nextDayWithLogs',
  ],
  callers: ['get', 'list', 'days', 'histories', 'thresholds', 'hasUnknownSpellings'],
  erasures: ['get', 'addresses', 'unfinished'],
  hints: ['get', 'list', 'all', 'deliveries', 'deliveriesTo', 'outcomes'],
};

/** The reads whose time grows with the data of a project. */
export const SLOW_READS: SomeReadsOf<ServicePorts> = {
  contextItems: ['search'],
  audit: ['list'],
  hints: ['deliveries', 'deliveriesTo'],
  traffic: ['totals', 'byEndpoint', 'durations', 'endpoints', 'errors', 'activeUsers', 'pendingProjects'],
  callers: ['list', 'days', 'histories', 'hasUnknownSpellings'],
  erasures: ['addresses', 'unfinished'],
  usage: ['projectBytes', 'keys'],
};
/** The reads that return many rows one after another. */
export const STREAMS: SomeReadsOf<ServicePorts> = { audit: ['export'], hints: ['outcomes'] };

/**
 * Creates the ports of all areas.
 * @param logSearch limits of the search for logs. Default: those of the service.
 */
export function createPorts(context: SqlContext, logSearch?: LogSearchLimits): ServicePorts {
  const { sql, dialect } = context;
  const folding = {
    waitForWrites: () => dialect.lockTable(sql, 'traffic_pending'),
    sinks: [foldCallerDays],
  };
  const ports: ServicePorts = {
    ...createPlatformPorts(context, {
      getTarget(kind) {
        const target = AUDIT_TARGETS[kind];
        return target && { ...target, read: async (...ids) => target.read?.(ports, ...ids) };
      },
      projectSizes: [readLogBytes, readItemBytes],
    }),
    ...createContextPorts(context),
    dataSources: createSqlDataSources(sql),
    apiDescriptions: createSqlApiDescriptions(sql),
    ...createLogPorts(context, { sinks: [addDelta, addDeliveries], limits: logSearch }),
    traffic: createSqlTraffic(sql, folding),
    callers: createSqlCallers(sql),
    erasures: createSqlErasures(sql, {
      lockCounts: (projectId) => lockCounts(sql, projectId),
      foldPendingCounts: (projectId) => foldPendingCounts(sql, projectId, folding),
      nameErasers: [...COUNT_NAME_ERASERS, eraseDeliveryNames],
    }),
    hints: createSqlHints(sql, dialect.listTexts),
  };
  return ports;
}
