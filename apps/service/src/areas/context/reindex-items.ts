import type { Sql } from '../../platform/database/sql.ts';
import { toTsVector } from './postgres-words.ts';

/**
 * Reindexes the items that are marked for reindexing.
 * @param sql connection in a transaction. Other processes skip the items that this transaction has locked, or wait before they change one of them
 * @param limit maximum number of items
 * @returns the number of reindexed items
 */
export async function reindex(sql: Sql, limit: number): Promise<number> {
  const markedRows = await sql.all(
    'SELECT number FROM context_items_to_index ORDER BY number LIMIT ? FOR UPDATE SKIP LOCKED',
    limit,
  );
  if (markedRows.length === 0) return 0;
  const numbers = JSON.stringify(markedRows.map(({ number }) => number));
  const numberCondition = 'number IN (SELECT CAST(value AS bigint) FROM json_array_elements_text(CAST(? AS json)))';
  const items = await sql.all(
    `SELECT number, project_id, title, content FROM context_items WHERE ${numberCondition} ORDER BY number FOR UPDATE`,
    numbers,
  );
  for (const { number, project_id, title, content } of items) {
    await sql.run(
      'UPDATE context_items SET words = CAST(? AS tsvector) WHERE number = ?',
      toTsVector(String(project_id), { title: String(title), content: String(content) }),
      Number(number),
    );
  }
  return sql.run(`DELETE FROM context_items_to_index WHERE ${numberCondition}`, numbers);
}
