import { accountArea } from './areas/account/account.area.ts';
import { apiDescriptionArea } from './areas/api-description/api-description.area.ts';
import { Descriptions } from './areas/api-description/descriptions.ts';
import { Endpoints } from './areas/api-description/endpoint-matchers.ts';
import { auditArea } from './areas/audit/audit.area.ts';
import { contextArea } from './areas/context/context.area.ts';
import { dataSourcesArea } from './areas/data-sources/data-sources.area.ts';
import type { LogSearchLimits } from './areas/logs/log-search.ts';
import { logsArea } from './areas/logs/logs.area.ts';
import { maintenanceArea } from './areas/maintenance/maintenance.area.ts';
import { membersArea } from './areas/members/members.area.ts';
import { metricsArea } from './areas/metrics/metrics.area.ts';
import { TrafficMetrics } from './areas/metrics/traffic-metrics.ts';
import { projectsArea } from './areas/projects/projects.area.ts';
import { recoveryArea } from './areas/recovery/recovery.area.ts';
import { Recovery } from './areas/recovery/recovery.ts';
import { usersArea } from './areas/users/users.area.ts';
import type { Parsers } from './parsers.ts';
import type { Area } from './platform/area.ts';
import type { AuditAction } from './platform/audit/audit.ts';
import type { StoreDefinition } from './platform/database/dialect.ts';
import { orderMigrations } from './platform/database/migrations.ts';
import { FIRST_POSTGRES_MIGRATIONS } from './platform/database/postgres/schema.ts';
import { FIRST_SQLITE_MIGRATIONS } from './platform/database/sqlite/schema.ts';
import type { Store } from './platform/database/store.ts';
import { listErasedTables } from './platform/personal-data/personal-data.ts';
import { PLATFORM_MIGRATIONS, PLATFORM_TABLES } from './platform/ports.ts';
import { createPorts, READS, type ServicePorts, SLOW_READS, STREAMS } from './service-ports.ts';

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
/** The migrations of both databases, from an empty database to the current schema. */
export const SQLITE_MIGRATIONS = orderMigrations(
  FIRST_SQLITE_MIGRATIONS,
  MIGRATIONS.map(({ sqlite }) => sqlite),
);
export const POSTGRES_MIGRATIONS = orderMigrations(
  FIRST_POSTGRES_MIGRATIONS,
  MIGRATIONS.map(({ postgres }) => postgres),
);

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
