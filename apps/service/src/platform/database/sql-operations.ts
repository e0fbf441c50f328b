import { getExisting } from '@context-sync/base';
import { createSqlApiDescriptions } from '../../areas/api-description/sql.ts';
import { createSqlContextItems, type WordIndex } from '../../areas/context/sql.ts';
import { createSqlDataSources } from '../../areas/data-sources/sql.ts';
import type { LogIndexes, LogSearchLimits } from '../../areas/logs/log-search.ts';
import { createSqlLogs } from '../../areas/logs/sql.ts';
import { createSqlTraffic, foldPendingCounts, lockCounts } from '../../areas/metrics/traffic-sql.ts';
import { createSqlHints, type ListTexts } from '../../areas/recovery/sql.ts';
import { createSqlErasures } from '../../areas/users/erasures-sql.ts';
import { createSqlCallers } from '../../areas/users/sql.ts';
import { createSqlKeys } from '../access/keys-sql.ts';
import { createSqlProjects } from '../access/projects-sql.ts';
import { createSqlUsers } from '../access/users-sql.ts';
import { createSqlAudit } from '../audit/audit-sql.ts';
import { createSqlUsage } from '../quotas/usage-sql.ts';
import { createSqlClock } from './clock-sql.ts';
import { createSqlIdempotencyRecords } from './idempotency-records-sql.ts';
import type { Sql } from './sql.ts';
import type { Operations, Store, Transaction } from './store.ts';

/** The operations that differ between the two stores. */
export interface StoreDialect<S extends Sql> {
  words(sql: S): WordIndex;
  logs(sql: S): LogIndexes;
  /** Prevents other transactions from storing logs until this transaction ends. */
  lockLogs(sql: S): Promise<void>;
  /** Prevents other transactions from creating users until this transaction ends. */
  lockUsers(sql: S): Promise<void>;
  readonly listTexts: ListTexts;
}

export function createOperations<S extends Sql>(
  sql: S,
  { words, logs, lockLogs, lockUsers, listTexts }: StoreDialect<S>,
  limits?: LogSearchLimits,
): Transaction {
  return {
    accounts: { ...createSqlUsers(sql, () => lockUsers(sql)), ...createSqlProjects(sql), ...createSqlKeys(sql) },
    contextItems: createSqlContextItems(sql, words(sql)),
    dataSources: createSqlDataSources(sql),
    apiDescriptions: createSqlApiDescriptions(sql),
    audit: createSqlAudit(sql),
    hints: createSqlHints(sql, listTexts),
    logs: createSqlLogs(sql, logs(sql), limits),
    traffic: createSqlTraffic(sql, () => lockLogs(sql)),
    callers: createSqlCallers(sql),
    erasures: createSqlErasures(sql, {
      lockCounts: (projectId) => lockCounts(sql, projectId),
      foldPendingCounts: (projectId) => foldPendingCounts(sql, projectId, () => lockLogs(sql)),
    }),
    usage: createSqlUsage(sql),
    clock: createSqlClock(sql),
    idempotencyRecords: createSqlIdempotencyRecords(sql),
  };
}

/** The functions that only read. */
const READS = {
  accounts: [
    'users',
    'user',
    'members',
    'membersOf',
    'projects',
    'projectBySlug',
    'anonymousProjects',
    'reachableProject',
    'keys',
    'caller',
    'inactiveCaller',
    'account',
  ],
  contextItems: ['list', 'get', 'search'],
  dataSources: ['list', 'get'],
  apiDescriptions: ['get', 'sha256'],
  audit: ['list', 'export', 'newest'],
  hints: ['get', 'list', 'all', 'deliveries', 'deliveriesTo', 'outcomes'],
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
  usage: ['projectBytes', 'keyBytes', 'keys'],
  clock: ['accepted', 'written', 'newestLogs'],
} as const satisfies { readonly [Area in keyof Operations]: readonly (keyof Operations[Area])[] };

/**
 * Returns operations that read directly and run each write in a separate transaction. A function that is missing in `READS` runs in a transaction, so
 * that one that was forgotten is slower instead of incomplete after a crash.
 */
export function runWritesInTransactions(read: Operations, transaction: Store['transaction']): Operations {
  const areas = Object.entries(READS).map(([area, reads]) => {
    const getFunctions = (operations: object) => (operations as Record<string, OperationsOfArea>)[area] ?? {};
    const functions = Object.entries(getFunctions(read)).map(([name, run]) => {
      const isRead = (reads as readonly string[]).includes(name);
      const write: AnyFunction = (...given) =>
        transaction(async (operations) =>
          getExisting(new Map(Object.entries(getFunctions(operations))), name)(...given),
        );
      return [name, isRead ? run : write];
    });
    return [area, Object.fromEntries(functions)];
  });
  return Object.fromEntries(areas) as Operations;
}

type AnyFunction = (...given: readonly unknown[]) => unknown;
type OperationsOfArea = Readonly<Record<string, AnyFunction>>;
