import type { IdempotencyRecords, IdempotencyScope } from './idempotency-records.ts';
import { getNow, type Sql } from './sql.ts';
import { insertRow, selectColumns } from './table.ts';
import { IDEMPOTENCY_RECORDS } from './tables.ts';

const KEY = IDEMPOTENCY_RECORDS.keyNames;
const SCOPE_CONDITION = KEY.map((name) => `${name} = ?`).join(' AND ');
const RECORD = selectColumns(IDEMPOTENCY_RECORDS, ['payload', 'status', 'location', 'body']);

export function createSqlIdempotencyRecords(sql: Sql): IdempotencyRecords {
  return {
    async claim(scope, payload) {
      // A concurrent transaction waits here for the row of the first transaction. If the first transaction rolls back, the concurrent one claims the scope.
      const claim = { ...getKey(scope), payload, status: 0, location: null, body: '', createdAt: getNow() };
      const claimedCount = await insertRow(sql, IDEMPOTENCY_RECORDS, claim, 'ON CONFLICT DO NOTHING');
      if (claimedCount > 0) return undefined;
      const row = await sql.get(
        `SELECT ${RECORD.columns} FROM answers WHERE ${SCOPE_CONDITION}`,
        ...Object.values(getKey(scope)),
      );
      if (!row) throw new Error('the idempotency record disappeared during the transaction');
      const { body: stored, ...record } = RECORD.parse(row);
      return { ...record, stored };
    },
    prune: (before, limit) =>
      sql.run(
        `DELETE FROM answers WHERE (${KEY.join(', ')}) IN (SELECT ${KEY.join(', ')} FROM answers WHERE created_at < ? ORDER BY created_at LIMIT ?)`,
        before,
        limit,
      ),
    async complete(scope, { status, location, stored }) {
      await sql.run(
        `UPDATE answers SET status = ?, location = ?, body = ? WHERE ${SCOPE_CONDITION}`,
        status,
        location,
        stored,
        ...Object.values(getKey(scope)),
      );
    },
  };
}

/** Returns the key of a record, in the order of the columns. */
function getKey({ keyId, method, path, idempotencyKey }: IdempotencyScope) {
  return { keyId, method, path, idempotencyKey };
}
