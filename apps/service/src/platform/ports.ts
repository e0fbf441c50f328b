import type { AccessPorts } from './access/accounts.ts';
import { createSqlKeys } from './access/keys-sql.ts';
import { ACCESS_MIGRATIONS } from './access/migrations.ts';
import type { OneTimeTokenPorts } from './access/one-time-tokens.ts';
import { createSqlOneTimeTokens } from './access/one-time-tokens-sql.ts';
import { createSqlProjects } from './access/projects-sql.ts';
import type { SessionPorts } from './access/sessions.ts';
import { createSqlSessions } from './access/sessions-sql.ts';
import { ACCESS_TABLES } from './access/tables.ts';
import { createSqlUsers } from './access/users-sql.ts';
import type { AuditPorts, AuditTargets } from './audit/audit.ts';
import { type BoundAuditTarget, createSqlAudit } from './audit/audit-sql.ts';
import { AUDIT_MIGRATIONS } from './audit/migrations.ts';
import { AUDIT_TABLES } from './audit/tables.ts';
import type { ClockPorts, ReadNewestLogs } from './database/clock.ts';
import { CLOCK_MIGRATIONS } from './database/clock-migrations.ts';
import { createSqlClock } from './database/clock-sql.ts';
import type { PortReads, SqlContext } from './database/dialect.ts';
import type { IdempotencyPorts } from './database/idempotency-records.ts';
import { createSqlIdempotencyRecords } from './database/idempotency-records-sql.ts';
import type { Store } from './database/store.ts';
import { DATABASE_TABLES } from './database/tables.ts';
import { QUOTA_MIGRATIONS } from './quotas/migrations.ts';
import { KEY_USAGE } from './quotas/tables.ts';
import type { UsagePorts } from './quotas/usage.ts';
import { createSqlUsage, type ReadProjectSize } from './quotas/usage-sql.ts';

/** The ports that every area can use. */
export type PlatformPorts = AccessPorts &
  AuditPorts &
  ClockPorts &
  IdempotencyPorts &
  OneTimeTokenPorts &
  SessionPorts &
  UsagePorts;

/** The store of an area: the ports of the platform, and the ports that the area declares. */
export type AreaStore<Ports = unknown> = Store<PlatformPorts & Ports>;

/** Data about the areas that the platform requires. */
export interface PlatformHooks {
  getTarget(kind: string): BoundAuditTarget | undefined;
  readonly projectSizes: readonly ReadProjectSize[];
  readonly readNewestLogs: ReadNewestLogs;
}

/** Creates the ports of the platform. */
export function createPlatformPorts(
  { sql, dialect }: SqlContext,
  { getTarget, projectSizes, readNewestLogs }: PlatformHooks,
): PlatformPorts {
  const users = createSqlUsers(sql, () => dialect.lockTable(sql, 'users'));
  return {
    accounts: { ...users, ...createSqlProjects(sql), ...createSqlKeys(sql) },
    audit: createSqlAudit(sql, getTarget),
    clock: createSqlClock(sql, readNewestLogs),
    idempotencyRecords: createSqlIdempotencyRecords(sql),
    oneTimeTokens: createSqlOneTimeTokens(sql),
    sessions: createSqlSessions(sql),
    usage: createSqlUsage(sql, projectSizes),
  };
}

/** The functions of the platform ports that only read. */
export const PLATFORM_READS: PortReads<PlatformPorts> = {
  accounts: {
    users: 'quick',
    user: 'quick',
    members: 'quick',
    listMembersBySlug: 'quick',
    projects: 'quick',
    projectBySlug: 'quick',
    anonymousProjects: 'quick',
    reachableProject: 'quick',
    listProjects: 'quick',
    keys: 'quick',
    principal: 'quick',
    inactivePrincipal: 'quick',
    account: 'quick',
  },
  audit: { list: 'slow', export: 'stream', newest: 'quick' },
  clock: { accepted: 'quick', written: 'quick', newestLogs: 'quick' },
  oneTimeTokens: { find: 'quick' },
  sessions: { find: 'quick', list: 'quick' },
  usage: { projectBytes: 'slow', keyBytes: 'quick', keys: 'slow' },
};

export const PLATFORM_MIGRATIONS = [ACCESS_MIGRATIONS, AUDIT_MIGRATIONS, CLOCK_MIGRATIONS, QUOTA_MIGRATIONS];
/** The tables of the platform. Foreign keys in the tables of areas reference only the first of these tables. */
export const PLATFORM_TABLES = [...ACCESS_TABLES, KEY_USAGE, ...AUDIT_TABLES, ...DATABASE_TABLES];

/** Functions that read and lock the targets of the platform's audit entries. */
export const PLATFORM_AUDIT_TARGETS: AuditTargets<PlatformPorts> = {
  account: {
    read: async ({ accounts }, _projectId, id) => (await accounts.users()).find((each) => each.id === id),
    rowLock: { sql: 'UPDATE users SET id = id WHERE id = ?' },
  },
  project: { read: async ({ accounts }, _projectId, id) => (await accounts.projects()).find((each) => each.id === id) },
  member: {
    read: async ({ accounts }, projectId, id) =>
      (await accounts.members(projectId)).find(({ userId }) => userId === id),
  },
  key: {
    async read({ accounts }, _projectId, id) {
      const { lastUsedAt: _lastUsedAt, ...key } = (await accounts.keys()).find((each) => each.id === id) ?? {};
      return 'id' in key ? key : undefined;
    },
    rowLock: { sql: 'UPDATE keys SET id = id WHERE id = ?' },
  },
};
