import { accountArea } from './areas/account/account.area.ts';
import { apiDescriptionArea } from './areas/api-description/api-description.area.ts';
import { auditArea } from './areas/audit/audit.area.ts';
import { contextArea } from './areas/context/context.area.ts';
import { dataSourcesArea } from './areas/data-sources/data-sources.area.ts';
import { docsArea } from './areas/docs/docs.area.ts';
import { eraseFeedbackTexts } from './areas/feedback/erase-texts.ts';
import { feedbackArea } from './areas/feedback/feedback.area.ts';
import type { LogSearchLimits } from './areas/logs/log-search.ts';
import type { LogStorage } from './areas/logs/log-storage.ts';
import { logsArea } from './areas/logs/logs.area.ts';
import { createSqlLogStorage } from './areas/logs/sql-log-storage.ts';
import { maintenanceArea } from './areas/maintenance/maintenance.area.ts';
import { eraseIntents } from './areas/mcp/erase-intents.ts';
import { mcpArea } from './areas/mcp/mcp.area.ts';
import { membersArea } from './areas/members/members.area.ts';
import { COUNT_NAME_ERASERS } from './areas/metrics/erase-names.ts';
import { metricsArea } from './areas/metrics/metrics.area.ts';
import { addDelta, foldPendingCounts, lockCounts } from './areas/metrics/traffic-sql.ts';
import { oauthArea } from './areas/oauth/oauth.area.ts';
import { projectsArea } from './areas/projects/projects.area.ts';
import { eraseDeliveryNames } from './areas/recovery/erase-names.ts';
import { addDeliveries } from './areas/recovery/hint-deliveries.ts';
import { recoveryArea } from './areas/recovery/recovery.area.ts';
import { searchArea } from './areas/search/search.area.ts';
import { signInArea } from './areas/sign-in/sign-in.area.ts';
import { useCasesArea } from './areas/use-cases/use-cases.area.ts';
import { foldUserDays } from './areas/users/user-fold.ts';
import { usersArea } from './areas/users/users.area.ts';
import type { Area } from './platform/area.ts';
import type { AuditAction, AuditTargets } from './platform/audit/audit.ts';
import type { PortReads, SqlContext, StoreDefinition } from './platform/database/dialect.ts';
import { orderMigrations } from './platform/database/migrations.ts';
import { FIRST_POSTGRES_MIGRATIONS } from './platform/database/postgres/schema.ts';
import { FIRST_SQLITE_MIGRATIONS } from './platform/database/sqlite/schema.ts';
import type { Store } from './platform/database/store.ts';
import { type DatabaseTable, listBackedUp, listUserTables } from './platform/database/table.ts';
import {
  createPlatformPorts,
  PLATFORM_AUDIT_TARGETS,
  PLATFORM_MIGRATIONS,
  PLATFORM_READS,
  PLATFORM_TABLES,
  type PlatformPorts,
} from './platform/ports.ts';

/** The areas of the service, in the order of their operations, tools and commands. */
export const AREAS = [
  accountArea,
  projectsArea,
  membersArea,
  signInArea,
  oauthArea,
  mcpArea,
  contextArea,
  dataSourcesArea,
  searchArea,
  docsArea,
  apiDescriptionArea,
  logsArea,
  metricsArea,
  usersArea,
  recoveryArea,
  useCasesArea,
  feedbackArea,
  auditArea,
  maintenanceArea,
] as const;

type PortsOf<Listed> = Listed extends { readonly createPorts?: (...given: never) => infer Ports } ? Ports : never;
type Intersection<List extends readonly unknown[]> = {
  [Index in keyof List]: (ports: PortsOf<List[Index]>) => void;
}[number] extends (ports: infer Ports) => void
  ? Ports
  : never;

/** The ports of all areas. */
export type ServicePorts = PlatformPorts & Intersection<typeof AREAS>;
/** The store of the service. */
export type ServiceStore = Store<ServicePorts>;

const LISTED: readonly Area<object, ReturnType<typeof createLinks>, unknown>[] = AREAS;

/** The actions that are recorded in the audit log. */
export const AUDIT_ACTIONS: readonly AuditAction[] = LISTED.flatMap(({ auditActions = [] }) => auditActions);
/** All tables, each after the tables that its foreign keys reference. */
export const TABLES: readonly DatabaseTable[] = [...PLATFORM_TABLES, ...LISTED.flatMap(({ tables = [] }) => tables)];
/** The columns that contain the names or email addresses of users. */
const USER_TABLES = listUserTables(TABLES);
/** The tables of a backup. */
export const BACKUP_TABLES = listBackedUp(TABLES);

const MIGRATIONS = [...PLATFORM_MIGRATIONS, ...LISTED.flatMap(({ migrations }) => (migrations ? [migrations] : []))];
/** The migrations of both databases, from an empty database to the current schema. */
export const SQLITE_MIGRATIONS = orderMigrations(
  FIRST_SQLITE_MIGRATIONS,
  MIGRATIONS.map(({ sqlite }) => sqlite),
);
export const POSTGRES_MIGRATIONS = orderMigrations(
  FIRST_POSTGRES_MIGRATIONS,
  MIGRATIONS.map(({ postgres }) => postgres),
);

const AUDIT_TARGETS = Object.assign(
  {},
  PLATFORM_AUDIT_TARGETS,
  ...LISTED.map(({ auditTargets }) => auditTargets),
) as AuditTargets<ServicePorts>;

const READS = Object.assign({}, PLATFORM_READS, ...LISTED.map(({ reads }) => reads)) as PortReads<ServicePorts>;

/** Returns the dependencies of the areas' ports on other areas. */
function createLinks({ sql, dialect }: SqlContext, logStorage: LogStorage) {
  const deltaSinks = [foldUserDays];
  const folding = { waitForWrites: () => dialect.lockTable(sql, 'traffic_pending'), sinks: deltaSinks };
  return {
    logStorage,
    logSinks: [addDelta, addDeliveries],
    deltaSinks,
    erasedCounts: {
      lockCounts: (projectId: string) => lockCounts(sql, projectId),
      foldPendingCounts: (projectId: string) => foldPendingCounts(sql, projectId, folding),
      nameErasers: [...COUNT_NAME_ERASERS, eraseDeliveryNames, eraseFeedbackTexts, eraseIntents],
      userTables: USER_TABLES,
    },
  };
}

/** Creates the storage of logs for a connection, a pool or a transaction of the service's database. */
export type CreateLogStorage = (context: SqlContext) => LogStorage;

/**
 * Creates the ports of all areas.
 * @param logSearch limits of the search for logs. Default: those of the service.
 * @param createLogStorage default: the tables of the service's database
 */
export function createPorts(
  context: SqlContext,
  logSearch?: LogSearchLimits,
  createLogStorage: CreateLogStorage = (given) => createSqlLogStorage(given, logSearch),
): ServicePorts {
  const links = createLinks(context, createLogStorage(context));
  const platformPorts = createPlatformPorts(context, {
    getTarget(kind) {
      const target = AUDIT_TARGETS[kind];
      return target && { ...target, read: async (...ids) => target.read?.(ports, ...ids) };
    },
    projectSizes: LISTED.flatMap(({ readProjectSize }) => readProjectSize ?? []),
    readNewestLogs: links.logStorage.listNewest,
  });
  const ports = Object.assign(
    {},
    platformPorts,
    ...LISTED.map((area) => area.createPorts?.(context, links)),
  ) as ServicePorts;
  return ports;
}

/** Returns the tables, migrations and columns of everything that the service stores. */
export function defineStore({
  logSearch,
  createLogStorage,
}: {
  readonly logSearch?: LogSearchLimits | undefined;
  readonly createLogStorage?: CreateLogStorage | undefined;
} = {}): StoreDefinition<ServicePorts> {
  return {
    migrations: { sqlite: SQLITE_MIGRATIONS, postgres: POSTGRES_MIGRATIONS },
    tables: TABLES,
    createPorts: (context) => createPorts(context, logSearch, createLogStorage),
    reads: READS,
    deferred: { audit: ['record'], contextItems: ['add'] },
    slowWrites: { traffic: ['rebuildDay'] },
    async finishRestore(sql) {
      for (const area of LISTED) await area.finishRestore?.(sql);
    },
  };
}
