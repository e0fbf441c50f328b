import { accountArea } from './areas/account/account.area.ts';
import { apiDescriptionArea } from './areas/api-description/api-description.area.ts';
import { Descriptions } from './areas/api-description/descriptions.ts';
import { Endpoints } from './areas/api-description/endpoint-matchers.ts';
import { createSqlApiDescriptions } from './areas/api-description/sql.ts';
import type { ApiDescriptionPorts } from './areas/api-description/store.ts';
import { auditArea } from './areas/audit/audit.area.ts';
import { CONTEXT_READS, contextArea, createContextPorts } from './areas/context/context.area.ts';
import { readItemBytes } from './areas/context/sql.ts';
import type { ContextPorts } from './areas/context/store.ts';
import { dataSourcesArea } from './areas/data-sources/data-sources.area.ts';
import { createSqlDataSources } from './areas/data-sources/sql.ts';
import type { DataSourcePorts } from './areas/data-sources/store.ts';
import type { LogSearchLimits } from './areas/logs/log-search.ts';
import { createLogPorts, logsArea } from './areas/logs/logs.area.ts';
import type { LogPorts } from './areas/logs/store.ts';
import { maintenanceArea } from './areas/maintenance/maintenance.area.ts';
import { membersArea } from './areas/members/members.area.ts';
import { COUNT_NAME_ERASERS } from './areas/metrics/erase-names.ts';
import { readLogBytes } from './areas/metrics/log-bytes.ts';
import { metricsArea } from './areas/metrics/metrics.area.ts';
import type { MetricsPorts } from './areas/metrics/store.ts';
import { TrafficMetrics } from './areas/metrics/traffic-metrics.ts';
import { addDelta, createSqlTraffic, foldPendingCounts, lockCounts } from './areas/metrics/traffic-sql.ts';
import { projectsArea } from './areas/projects/projects.area.ts';
import { eraseDeliveryNames } from './areas/recovery/erase-names.ts';
import { addDeliveries } from './areas/recovery/hint-deliveries.ts';
import { recoveryArea } from './areas/recovery/recovery.area.ts';
import { Recovery } from './areas/recovery/recovery.ts';
import { createSqlHints } from './areas/recovery/sql.ts';
import type { RecoveryPorts } from './areas/recovery/store.ts';
import { foldCallerDays } from './areas/users/caller-fold.ts';
import { createSqlErasures } from './areas/users/erasures-sql.ts';
import { createSqlCallers } from './areas/users/sql.ts';
import type { UserPorts } from './areas/users/store.ts';
import { usersArea } from './areas/users/users.area.ts';
import type { Parsers } from './parsers.ts';
import type { Area } from './platform/area.ts';
import type { AuditAction, AuditTargets } from './platform/audit/audit.ts';
import type { ReadsOf, SomeReadsOf, SqlContext, StoreDefinition } from './platform/database/dialect.ts';
import { orderMigrations } from './platform/database/migrations.ts';
import { FIRST_POSTGRES_MIGRATIONS } from './platform/database/postgres/schema.ts';
import { FIRST_SQLITE_MIGRATIONS } from './platform/database/sqlite/schema.ts';
import type { Store } from './platform/database/store.ts';
import { listErasedTables } from './platform/personal-data/personal-data.ts';
import {
  createPlatformPorts,
  PLATFORM_AUDIT_TARGETS,
  PLATFORM_MIGRATIONS,
  PLATFORM_READS,
  PLATFORM_TABLES,
  type PlatformPorts,
} from './platform/ports.ts';

/** The ports of all areas. */
export type ServicePorts = PlatformPorts &
  ContextPorts &
  DataSourcePorts &
  ApiDescriptionPorts &
  LogPorts &
  MetricsPorts &
  UserPorts &
  RecoveryPorts;

/** The store of the service. */
export type ServiceStore = Store<ServicePorts>;

/** The areas of the service, in the order of their operations, tools and commands. */
export const AREAS: readonly Area<ServicePorts, Services>[] = [
  accountArea,
  projectsArea,
  membersArea,
  contextArea,
  dataSourcesArea,
  apiDescriptionArea,
  logsArea,
  metricsArea,
  usersArea,
  recoveryArea,
  auditArea,
  maintenanceArea,
];

/** The actions that are recorded in the audit log. */
export const AUDIT_ACTIONS: readonly AuditAction[] = AREAS.flatMap(({ auditActions = [] }) => auditActions);

/** What the operations, tools and jobs of the areas use. */
export interface Services {
  readonly store: ServiceStore;
  readonly logParsers: Parsers['logs'];
  readonly descriptionParsers: Parsers['descriptions'];
  readonly descriptions: Descriptions;
  readonly endpoints: Endpoints;
  readonly metrics: TrafficMetrics;
  readonly recovery: Recovery;
  readonly auditActions: readonly AuditAction[];
  readonly report: (error: unknown) => void;
}

export function createServices(store: ServiceStore, parsers: Parsers, report: (error: unknown) => void): Services {
  const descriptions = new Descriptions(store, parsers.descriptions);
  const endpoints = new Endpoints(descriptions, report);
  return {
    store,
    logParsers: parsers.logs,
    descriptionParsers: parsers.descriptions,
    descriptions,
    endpoints,
    metrics: new TrafficMetrics(store, endpoints),
    recovery: new Recovery(store, endpoints),
    auditActions: AUDIT_ACTIONS,
    report,
  };
}

const MIGRATIONS = [...PLATFORM_MIGRATIONS, ...AREAS.flatMap(({ migrations }) => (migrations ? [migrations] : []))];
const AUDIT_TARGETS: AuditTargets<ServicePorts> = Object.assign(
  {},
  PLATFORM_AUDIT_TARGETS,
  ...AREAS.map(({ auditTargets = {} }) => auditTargets),
);

/** The migrations of both databases, from an empty database to the current schema. */
export const SQLITE_MIGRATIONS = orderMigrations(
  FIRST_SQLITE_MIGRATIONS,
  MIGRATIONS.map(({ sqlite }) => sqlite),
);
export const POSTGRES_MIGRATIONS = orderMigrations(
  FIRST_POSTGRES_MIGRATIONS,
  MIGRATIONS.map(({ postgres }) => postgres),
);

const READS: ReadsOf<ServicePorts> = {
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
const SLOW_READS: SomeReadsOf<ServicePorts> = {
  contextItems: ['search'],
  audit: ['list'],
  hints: ['deliveries', 'deliveriesTo'],
  traffic: ['totals', 'byEndpoint', 'durations', 'endpoints', 'errors', 'activeUsers', 'pendingProjects'],
  callers: ['list', 'days', 'histories', 'hasUnknownSpellings'],
  erasures: ['addresses', 'unfinished'],
  usage: ['projectBytes', 'keys'],
};
const STREAMS: SomeReadsOf<ServicePorts> = { audit: ['export'], hints: ['outcomes'] };

/** The tables of a backup. */
export const BACKUP_TABLES = [...PLATFORM_TABLES, ...AREAS.flatMap(({ tables = [] }) => tables)];

/** Returns what the service stores. */
export function defineStore({
  logSearch,
}: {
  readonly logSearch?: LogSearchLimits | undefined;
} = {}): StoreDefinition<ServicePorts> {
  return {
    migrations: { sqlite: SQLITE_MIGRATIONS, postgres: POSTGRES_MIGRATIONS },
    tables: BACKUP_TABLES,
    erasedTables: listErasedTables(),
    createPorts: (context) => createPorts(context, logSearch),
    reads: READS,
    slowReads: SLOW_READS,
    streams: STREAMS,
  };
}

function createPorts(context: SqlContext, limits: LogSearchLimits | undefined): ServicePorts {
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
    ...createLogPorts(context, { sinks: [addDelta, addDeliveries], limits }),
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
