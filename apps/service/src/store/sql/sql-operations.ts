import type { Operations, Store, Transaction } from '../store.ts';
import { createSqlApiDescriptions } from './api-descriptions.ts';
import { createSqlAudit } from './audit.ts';
import { createSqlCallers } from './callers.ts';
import { createSqlClock } from './clock.ts';
import { createSqlContextItems, type WordIndex } from './context-items.ts';
import { createSqlDataSources } from './data-sources.ts';
import { createSqlErasures } from './erasures.ts';
import { createSqlHints, type ListTexts } from './hints.ts';
import { createSqlIdempotencyRecords } from './idempotency-records.ts';
import { createSqlKeys } from './keys.ts';
import type { LogIndexes, LogSearchLimits } from './log-search.ts';
import { createSqlLogs } from './logs.ts';
import { createSqlProjects } from './projects.ts';
import type { Sql } from './sql.ts';
import { createSqlTraffic, foldPendingCounts, lockCounts } from './traffic.ts';
import { createSqlUsage } from './usage.ts';
import { createSqlUsers } from './users.ts';

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

/** Returns operations that read directly and run each write in a separate transaction. */
export function runWritesInTransactions(read: Operations, transaction: Store['transaction']): Operations {
  return {
    accounts: {
      ...read.accounts,
      createUser: (...given) => transaction(({ accounts }) => accounts.createUser(...given)),
      setRevoked: (...given) => transaction(({ accounts }) => accounts.setRevoked(...given)),
      createProject: (...given) => transaction(({ accounts }) => accounts.createProject(...given)),
      setClosed: (...given) => transaction(({ accounts }) => accounts.setClosed(...given)),
      setAnonymousMcp: (...given) => transaction(({ accounts }) => accounts.setAnonymousMcp(...given)),
      addMember: (...given) => transaction(({ accounts }) => accounts.addMember(...given)),
      removeMember: (...given) => transaction(({ accounts }) => accounts.removeMember(...given)),
      createKey: (...given) => transaction(({ accounts }) => accounts.createKey(...given)),
      rotateKey: (...given) => transaction(({ accounts }) => accounts.rotateKey(...given)),
      revokeKey: (...given) => transaction(({ accounts }) => accounts.revokeKey(...given)),
      recordUse: (...given) => transaction(({ accounts }) => accounts.recordUse(...given)),
    },
    contextItems: {
      ...read.contextItems,
      create: (...given) => transaction(({ contextItems }) => contextItems.create(...given)),
      replace: (...given) => transaction(({ contextItems }) => contextItems.replace(...given)),
      delete: (...given) => transaction(({ contextItems }) => contextItems.delete(...given)),
      reindex: (...given) => transaction(({ contextItems }) => contextItems.reindex(...given)),
    },
    dataSources: {
      ...read.dataSources,
      create: (...given) => transaction(({ dataSources }) => dataSources.create(...given)),
      delete: (...given) => transaction(({ dataSources }) => dataSources.delete(...given)),
    },
    apiDescriptions: {
      ...read.apiDescriptions,
      put: (...given) => transaction(({ apiDescriptions }) => apiDescriptions.put(...given)),
      delete: (...given) => transaction(({ apiDescriptions }) => apiDescriptions.delete(...given)),
    },
    audit: {
      ...read.audit,
      record: (...given) => transaction(({ audit }) => audit.record(...given)),
      lock: (...given) => transaction(({ audit }) => audit.lock(...given)),
      prune: (...given) => transaction(({ audit }) => audit.prune(...given)),
    },
    hints: {
      ...read.hints,
      create: (...given) => transaction(({ hints }) => hints.create(...given)),
      replace: (...given) => transaction(({ hints }) => hints.replace(...given)),
      delete: (...given) => transaction(({ hints }) => hints.delete(...given)),
      resolve: (...given) => transaction(({ hints }) => hints.resolve(...given)),
    },
    logs: {
      ...read.logs,
      add: (...given) => transaction(({ logs }) => logs.add(...given)),
      addAll: (...given) => transaction(({ logs }) => logs.addAll(...given)),
      addNew: (...given) => transaction(({ logs }) => logs.addNew(...given)),
      prune: (...given) => transaction(({ logs }) => logs.prune(...given)),
    },
    traffic: {
      ...read.traffic,
      fold: (...given) => transaction(({ traffic }) => traffic.fold(...given)),
      prune: (...given) => transaction(({ traffic }) => traffic.prune(...given)),
      rebuildDay: (...given) => transaction(({ traffic }) => traffic.rebuildDay(...given)),
    },
    callers: {
      ...read.callers,
      update: (...given) => transaction(({ callers }) => callers.update(...given)),
      addMissing: (...given) => transaction(({ callers }) => callers.addMissing(...given)),
      anonymize: (...given) => transaction(({ callers }) => callers.anonymize(...given)),
      setThresholds: (...given) => transaction(({ callers }) => callers.setThresholds(...given)),
      setUnknownSpellings: (...given) => transaction(({ callers }) => callers.setUnknownSpellings(...given)),
      setAssessments: (...given) => transaction(({ callers }) => callers.setAssessments(...given)),
    },
    erasures: {
      ...read.erasures,
      request: (...given) => transaction(({ erasures }) => erasures.request(...given)),
      eraseLogs: (...given) => transaction(({ erasures }) => erasures.eraseLogs(...given)),
      eraseMentions: (...given) => transaction(({ erasures }) => erasures.eraseMentions(...given)),
      eraseNames: (...given) => transaction(({ erasures }) => erasures.eraseNames(...given)),
      finish: (...given) => transaction(({ erasures }) => erasures.finish(...given)),
      complete: (...given) => transaction(({ erasures }) => erasures.complete(...given)),
    },
    clock: {
      ...read.clock,
      accept: (...given) => transaction(({ clock }) => clock.accept(...given)),
      confirm: (...given) => transaction(({ clock }) => clock.confirm(...given)),
    },
    usage: {
      ...read.usage,
      addKeyBytes: (...given) => transaction(({ usage }) => usage.addKeyBytes(...given)),
      prune: (...given) => transaction(({ usage }) => usage.prune(...given)),
    },
  };
}
