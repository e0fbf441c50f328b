import { getText, type Sql, type SqlRow, type SqlValue, toTextOrNull } from '../../platform/database/sql.ts';
import type { LogStorage } from '../logs/log-storage.ts';
import { HINT_DELIVERIES } from './tables.ts';

/** Returns an SQL table function whose column `value` contains the texts of a JSON array in a column. */
export type ListTexts = (column: string) => string;

/** A part of an SQL statement with the values of its placeholders. */
interface RecoveryCondition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** Returns an SQL condition that is true if the user of the delivery `d` of a project got a 2xx response from the same endpoint in time. */
export type FindRecovered = (projectId: string) => Promise<RecoveryCondition>;

/**
 * Compares deliveries with the logs: in the statement itself if both are in one database, otherwise before the statement, for the deliveries whose
 * outcome is not stored yet.
 */
export function createFindRecovered(sql: Sql, { listRecovered }: LogStorage, listTexts: ListTexts): FindRecovered {
  if (!listRecovered) {
    const condition: RecoveryCondition = { sql: createRecoveryCondition(listTexts), values: [] };
    return async () => condition;
  }
  return async (projectId) => {
    const key = HINT_DELIVERIES.keyNames.map((name) => `d.${name}`).join(" || ' ' || ");
    const rows = await sql.all(
      `SELECT ${key} AS key, d.method, d.route, d.at, d.ends_at, d.group_email, c.email, c.spellings
       FROM hint_deliveries d LEFT JOIN callers c ON c.project_id = d.project_id AND c.id = d.caller
       WHERE d.project_id = ? AND d.recovered IS NULL`,
      projectId,
    );
    const recoveredNumbers = new Set(await listRecovered(projectId, rows.map(parseDelivery)));
    const keys = rows.filter((_row, index) => recoveredNumbers.has(index)).map((row) => getText(row, 'key'));
    return {
      sql: `${key} IN (SELECT l.value FROM (SELECT CAST(? AS TEXT) AS keys) k CROSS JOIN ${listTexts('k.keys')} l)`,
      values: [JSON.stringify(keys)],
    };
  };
}

/**
 * Returns the condition for logs in the same database. Looks up other forms (case and spaces) of the user's email address only if the user did not
 * recover with the form in the delivery, because this lookup takes longer.
 */
function createRecoveryCondition(listTexts: ListTexts): string {
  // These expressions prevent the planner from using the indexes of routes, methods and statuses. The index of users is faster, because an endpoint
  // has far more logs than a user.
  const success = `l.project_id = d.project_id AND l.timestamp >= d.at AND l.timestamp <= d.ends_at
    AND l.method || '' = d.method AND l.route || '' = d.route AND l.status / 100 = 2`;
  // In SQLite, CROSS JOIN keeps the order of the tables.
  return `(EXISTS (SELECT 1 FROM logs l WHERE l.group_email = d.group_email AND ${success}) OR EXISTS (
    SELECT 1 FROM callers c CROSS JOIN ${listTexts('c.spellings')} s CROSS JOIN logs l
    WHERE c.project_id = d.project_id AND c.id = d.caller AND c.spellings <> '[]' AND l.group_email IN (c.email, s.value) AND ${success}
  ))`;
}

function parseDelivery(row: SqlRow) {
  const spellings: string[] = JSON.parse(toTextOrNull(row.spellings) ?? '[]');
  const addresses = [toTextOrNull(row.group_email), toTextOrNull(row.email), ...spellings];
  return {
    addresses: addresses.filter((address) => address !== null),
    method: getText(row, 'method'),
    route: getText(row, 'route'),
    at: getText(row, 'at'),
    endsAt: getText(row, 'ends_at'),
  };
}
