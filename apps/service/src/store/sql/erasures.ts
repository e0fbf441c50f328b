import type { Erasure, Erasures } from '../erasures.ts';
import { replaceAddress } from '../replace-address.ts';
import { getCallerId } from '../traffic/traffic-delta.ts';
import { getNow, getText, type Sql, type SqlRow, toTextOrNull } from './sql.ts';

/** Maximum number of logs in one transaction. Like the limit of characters below, it bounds the time that other writes wait. */
const MAX_LOGS = 200;
const MAX_CHARS = 1_000_000;
/**
 * Number of the newest logs that are checked for new spellings of the address. The number is larger than a batch, because on PostgreSQL the logs of a
 * transaction can have lower numbers than logs of an earlier commit.
 */
const MAX_CHECKED_LOGS = 20_000;

/**
 * Creates the erasures.
 * @param foldPendingCounts folds all pending rows, and prevents other transactions from adding counts until the current transaction ends
 */
export function createSqlErasures(sql: Sql, foldPendingCounts: (projectId: string) => Promise<void>): Erasures {
  const get: Erasures['get'] = async (projectId, callerId) => {
    const row = await sql.get(
      'SELECT requested_at, finished_at, logs FROM erasures WHERE project_id = ? AND caller = ?',
      projectId,
      callerId,
    );
    return row && parseErasure(row);
  };
  const eraseLogs: Erasures['eraseLogs'] = async (projectId, callerId, address) => {
    const { found, changed } = await eraseFromLogs(sql, projectId, address);
    await sql.run(
      'UPDATE erasures SET logs = logs + ? WHERE project_id = ? AND caller = ?',
      changed,
      projectId,
      callerId,
    );
    return found;
  };
  return {
    get,
    eraseLogs,
    addresses: (projectId, after, limit) => readAddresses(sql, projectId, after, limit),
    async request(projectId, callerId) {
      if (!(await isKnown(sql, projectId, callerId))) return get(projectId, callerId);
      await sql.run(
        `INSERT INTO erasures (project_id, caller, requested_at, finished_at, logs) VALUES (?, ?, ?, NULL, 0)
         ON CONFLICT (project_id, caller) DO UPDATE SET requested_at = excluded.requested_at, finished_at = NULL, logs = 0
         WHERE erasures.finished_at IS NOT NULL`,
        projectId,
        callerId,
        getNow(),
      );
      return get(projectId, callerId);
    },
    async unfinished() {
      const rows = await sql.all(
        'SELECT project_id, caller FROM erasures WHERE finished_at IS NULL ORDER BY project_id, caller',
      );
      return rows.map((row) => ({ projectId: getText(row, 'project_id'), callerId: getText(row, 'caller') }));
    },
    async finish(projectId, callerId) {
      await foldPendingCounts(projectId);
      for (const address of await listNewAddresses(sql, projectId)) {
        if (getCallerId(projectId, address) !== callerId) continue;
        if ((await eraseLogs(projectId, callerId, address)) > 0) return false;
      }
      await sql.run('DELETE FROM hint_deliveries WHERE project_id = ? AND caller = ?', projectId, callerId);
      await sql.run('DELETE FROM caller_days WHERE project_id = ? AND caller = ?', projectId, callerId);
      await sql.run('DELETE FROM callers WHERE project_id = ? AND id = ?', projectId, callerId);
      await sql.run(
        'UPDATE erasures SET finished_at = ? WHERE project_id = ? AND caller = ?',
        getNow(),
        projectId,
        callerId,
      );
      return true;
    },
  };
}

/** Returns whether a user has a record, or requests that are not folded yet. */
async function isKnown(sql: Sql, projectId: string, callerId: string): Promise<boolean> {
  const row = await sql.get(
    `SELECT 1 AS one FROM callers WHERE project_id = ? AND id = ?
     UNION ALL SELECT 1 FROM traffic_pending WHERE project_id = ? AND delta LIKE ? ESCAPE '!' LIMIT 1`,
    projectId,
    callerId,
    projectId,
    `%"${callerId.replaceAll(/[!%_]/g, '!$&')}"%`,
  );
  return row !== undefined;
}

/** Returns distinct addresses. The query uses the index to jump from one address to the next, so its time does not depend on the number of logs. */
async function readAddresses(sql: Sql, projectId: string, after: string, limit: number): Promise<string[]> {
  const rows = await sql.all(
    `WITH RECURSIVE addresses (address) AS (
       SELECT min(group_email) FROM logs WHERE project_id = ? AND group_email > ?
       UNION ALL
       SELECT (SELECT min(group_email) FROM logs WHERE project_id = ? AND group_email > address) FROM addresses
       WHERE address IS NOT NULL
     )
     SELECT address FROM addresses WHERE address IS NOT NULL LIMIT ?`,
    projectId,
    after,
    projectId,
    limit,
  );
  return rows.map((row) => getText(row, 'address'));
}

async function listNewAddresses(sql: Sql, projectId: string): Promise<string[]> {
  const rows = await sql.all(
    `SELECT DISTINCT group_email FROM logs
     WHERE number > (SELECT max(number) FROM logs) - ? AND project_id = ? AND group_email IS NOT NULL`,
    MAX_CHECKED_LOGS,
    projectId,
  );
  return rows.map((row) => getText(row, 'group_email'));
}

/**
 * Removes the address from some logs. Returns the number of changed logs, which can be lower than the number of found logs if another process changes
 * the same logs.
 */
async function eraseFromLogs(
  sql: Sql,
  projectId: string,
  address: string,
): Promise<{ found: number; changed: number }> {
  const sizes = await sql.all(
    `SELECT number, length(request) + length(response) AS chars FROM logs
     WHERE project_id = ? AND group_email = ? LIMIT ?`,
    projectId,
    address,
    MAX_LOGS,
  );
  let chars = 0;
  const slice = sizes.filter((row, index) => {
    chars += Number(row.chars);
    return index === 0 || chars <= MAX_CHARS;
  });
  let changedRows = 0;
  for (const { number = null } of slice) {
    const row = await sql.get('SELECT url, request, response FROM logs WHERE number = ?', number);
    if (!row) continue;
    changedRows += await sql.run(
      'UPDATE logs SET group_email = NULL, url = ?, request = ?, response = ? WHERE number = ? AND group_email = ?',
      replaceAddress(getText(row, 'url'), address),
      replaceAddress(getText(row, 'request'), address),
      replaceAddress(getText(row, 'response'), address),
      number,
      address,
    );
  }
  return { found: slice.length, changed: changedRows };
}

function parseErasure(row: SqlRow): Erasure {
  return {
    requestedAt: getText(row, 'requested_at'),
    finishedAt: toTextOrNull(row.finished_at),
    logs: Number(row.logs),
  };
}
