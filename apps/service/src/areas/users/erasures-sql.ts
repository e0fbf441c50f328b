import { createPlaceholders, getNow, getText, type Sql, toTextOrNull } from '../../platform/database/sql.ts';
import { insertRow, selectColumns } from '../../platform/database/table.ts';
import type { NameEraser } from '../../platform/personal-data/erase-names.ts';
import { createErasedMatcher, type ErasedUser } from '../../platform/personal-data/replace-address.ts';
import type { IsErased } from '../../platform/personal-data/replace-emails.ts';
import { getUserId } from '../../platform/personal-data/user-id.ts';
import { eraseFromNextLogs, eraseFromOwnLogs } from '../logs/erase-logs.ts';
import type { LogStorage } from '../logs/log-storage.ts';
import type { Erasures } from './erasures.ts';
import { ERASURES } from './tables.ts';

/**
 * Number of the newest logs that are checked for new forms of the email address. The number is larger than a batch, because on PostgreSQL the logs of a
 * transaction can have lower numbers than logs of an earlier commit.
 */
const MAX_CHECKED_LOGS = 20_000;

/** Number of names whose counts are changed in one transaction. A name can have thousands of counts. */
const NAMES_PER_TRANSACTION = 1;

const ERASURE = selectColumns(ERASURES, ['requestedAt', 'finishedAt', 'logs']);

/** Functions of the areas that count requests, which an erasure calls. */
export interface ErasedCounts {
  /** Prevents other transactions from changing counts until the current transaction ends. */
  lockCounts(projectId: string): Promise<unknown>;
  /** Folds all pending rows, and also prevents other transactions from storing logs until the current transaction ends. */
  foldPendingCounts(projectId: string): Promise<unknown>;
  readonly nameErasers: readonly NameEraser[];
  /** The tables whose rows belong to users, each with the column of the user's id. */
  readonly userTables: readonly { readonly table: string; readonly column: string }[];
}

/** Creates the erasures. */
export function createSqlErasures(
  sql: Sql,
  storage: LogStorage,
  { lockCounts, foldPendingCounts, nameErasers, userTables }: ErasedCounts,
): Erasures {
  const eraseNames = async (projectId: string, isErased: IsErased, limit: number) => {
    let replacedCount = 0;
    for (const erase of nameErasers) {
      if (replacedCount < limit) replacedCount += await erase(sql, projectId, isErased, limit - replacedCount);
    }
    return replacedCount;
  };
  const get: Erasures['get'] = async (projectId, userId) => {
    const row = await sql.get(
      `SELECT ${ERASURE.columns} FROM erasures WHERE project_id = ? AND caller = ?`,
      projectId,
      userId,
    );
    return row && ERASURE.parse(row);
  };
  const eraseLogs: Erasures['eraseLogs'] = async (projectId, userId, address) => {
    const isErased = createErasedMatcher(projectId, [{ id: userId, address }]);
    const { changed, isComplete } = await eraseFromOwnLogs(storage, projectId, address, isErased);
    await addErasedLogs(sql, projectId, [userId], changed);
    return isComplete;
  };
  return {
    get,
    eraseLogs,
    addresses: storage.listAddresses,
    async request(projectId, userId) {
      if (await isKnown(sql, projectId, userId)) await startErasure(sql, projectId, userId);
      return get(projectId, userId);
    },
    async unfinished() {
      const rows = await sql.all(
        'SELECT project_id, caller FROM erasures WHERE finished_at IS NULL ORDER BY project_id, caller',
      );
      return rows.map((row) => ({ projectId: getText(row, 'project_id'), userId: getText(row, 'caller') }));
    },
    async eraseMentions(projectId, userIds, after) {
      const isErased = createErasedMatcher(projectId, await listUsers(sql, projectId, userIds));
      const step = await eraseFromNextLogs(storage, projectId, after, isErased);
      if (step && step.changed > 0) await addErasedLogs(sql, projectId, userIds, step.changed);
      return step?.position;
    },
    async eraseNames(projectId, userIds) {
      await lockCounts(projectId);
      const isErased = createErasedMatcher(projectId, await listUsers(sql, projectId, userIds));
      return eraseNames(projectId, isErased, NAMES_PER_TRANSACTION);
    },
    async finish(projectId, userId) {
      await foldPendingCounts(projectId);
      for (const address of await storage.listNewestAddresses(projectId, MAX_CHECKED_LOGS)) {
        if (getUserId(projectId, address) !== userId) continue;
        if (!(await eraseLogs(projectId, userId, address))) return false;
      }
      const isErased = createErasedMatcher(projectId, await listUsers(sql, projectId, [userId]));
      await eraseNames(projectId, isErased, Number.POSITIVE_INFINITY);
      for (const { table, column } of userTables) {
        await sql.run(`DELETE FROM ${table} WHERE project_id = ? AND ${column} = ?`, projectId, userId);
      }
      return true;
    },
    async complete(projectId, userId) {
      await sql.run(
        'UPDATE erasures SET finished_at = ? WHERE project_id = ? AND caller = ?',
        getNow(),
        projectId,
        userId,
      );
    },
  };
}

/** Starts an erasure, unless an unfinished one exists. */
async function startErasure(sql: Sql, projectId: string, userId: string): Promise<void> {
  await insertRow(
    sql,
    ERASURES,
    { projectId, userId, requestedAt: getNow(), finishedAt: null, logs: 0 },
    `ON CONFLICT (project_id, caller) DO UPDATE SET requested_at = excluded.requested_at, finished_at = NULL, logs = 0
     WHERE erasures.finished_at IS NOT NULL`,
  );
}

async function addErasedLogs(sql: Sql, projectId: string, userIds: readonly string[], count: number): Promise<void> {
  await sql.run(
    `UPDATE erasures SET logs = logs + ? WHERE project_id = ? AND caller IN (${createPlaceholders(userIds.length)})`,
    count,
    projectId,
    ...userIds,
  );
}

async function listUsers(sql: Sql, projectId: string, userIds: readonly string[]): Promise<ErasedUser[]> {
  const rows = await sql.all(
    `SELECT id, email FROM callers WHERE project_id = ? AND id IN (${createPlaceholders(userIds.length)})`,
    projectId,
    ...userIds,
  );
  const addresses = new Map(rows.map((row) => [getText(row, 'id'), toTextOrNull(row.email)]));
  return userIds.map((id) => ({ id, address: addresses.get(id) ?? null }));
}

/** Returns whether a user is stored, or has requests that are not folded yet. */
async function isKnown(sql: Sql, projectId: string, userId: string): Promise<boolean> {
  const row = await sql.get(
    `SELECT 1 AS one FROM callers WHERE project_id = ? AND id = ?
     UNION ALL SELECT 1 FROM traffic_pending WHERE project_id = ? AND delta LIKE ? ESCAPE '!' LIMIT 1`,
    projectId,
    userId,
    projectId,
    `%"${userId.replaceAll(/[!%_]/g, '!$&')}"%`,
  );
  return row !== undefined;
}
