import type { IdempotencyRecords, IdempotencyScope } from './idempotency-records.ts';
import { getNow, getText, type Sql, toTextOrNull } from './sql.ts';

const KEY_COLUMNS = 'key_id, method, path, idempotency_key';
const SCOPE_CONDITION = 'key_id = ? AND method = ? AND path = ? AND idempotency_key = ?';

export function createSqlIdempotencyRecords(sql: Sql): IdempotencyRecords {
  return {
    async claim(scope, payload) {
      // A concurrent transaction waits here for the row of the first transaction. It claims the scope if the first transaction rolls back.
      const claimed = await sql.run(
        `INSERT INTO answers (key_id, method, path, idempotency_key, payload, status, location, body, created_at)
         VALUES (?, ?, ?, ?, ?, 0, NULL, '', ?) ON CONFLICT DO NOTHING`,
        ...getValues(scope),
        payload,
        getNow(),
      );
      if (claimed > 0) return undefined;
      const row = await sql.get(
        `SELECT payload, status, location, body FROM answers WHERE ${SCOPE_CONDITION}`,
        ...getValues(scope),
      );
      if (!row) throw new Error('the idempotency record disappeared during the transaction');
      return {
        payload: getText(row, 'payload'),
        status: Number(row.status),
        location: toTextOrNull(row.location),
        stored: getText(row, 'body'),
      };
    },
    prune: (before, limit) =>
      sql.run(
        `DELETE FROM answers WHERE (${KEY_COLUMNS}) IN (SELECT ${KEY_COLUMNS} FROM answers WHERE created_at < ? ORDER BY created_at LIMIT ?)`,
        before,
        limit,
      ),
    async complete(scope, { status, location, stored }) {
      await sql.run(
        `UPDATE answers SET status = ?, location = ?, body = ? WHERE ${SCOPE_CONDITION}`,
        status,
        location,
        stored,
        ...getValues(scope),
      );
    },
  };
}

function getValues(scope: IdempotencyScope): [string, string, string, string] {
  return [scope.keyId, scope.method, scope.path, scope.idempotencyKey];
}
