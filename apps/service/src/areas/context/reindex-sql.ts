import { lockProject } from '../../platform/database/lock-project.ts';
import { createPlaceholders, getText, type Sql, toBoolean } from '../../platform/database/sql.ts';
import { addToIndex, removeFromIndex } from './segments-sql.ts';

/** Maximum number of items that a restored backup indexes at once. */
const RESTORED_ITEMS = 256;

/** Indexes all items, after they were inserted without the index. */
export async function indexAllItems(sql: Sql): Promise<void> {
  await sql.run('INSERT INTO context_items_to_index SELECT number FROM context_items');
  while ((await reindex(sql, RESTORED_ITEMS)) > 0);
}

/**
 * Indexes the items that are marked for it.
 * @param sql connection in a transaction
 * @param limit maximum number of items
 * @param lock SQL that makes other transactions skip the same items
 * @returns the number of indexed items
 */
export async function reindex(sql: Sql, limit: number, lock = ''): Promise<number> {
  const markedRows = await sql.all(`SELECT number FROM context_items_to_index ORDER BY number LIMIT ? ${lock}`, limit);
  if (markedRows.length === 0) return 0;
  const numbers = markedRows.map(({ number }) => Number(number));
  const list = createPlaceholders(numbers.length);
  const projects = await sql.all(
    `SELECT DISTINCT project_id FROM context_items WHERE number IN (${list}) ORDER BY project_id`,
    ...numbers,
  );
  for (const row of projects) await lockProject(sql, getText(row, 'project_id'));
  const items = await sql.all(
    `SELECT number, project_id, title, content, public FROM context_items WHERE number IN (${list}) ORDER BY number`,
    ...numbers,
  );
  for (const row of items) {
    const [projectId, number] = [getText(row, 'project_id'), Number(row.number)];
    await removeFromIndex(sql, number);
    await addToIndex(sql, {
      projectId,
      number,
      title: getText(row, 'title'),
      content: getText(row, 'content'),
      public: toBoolean(row.public),
    });
  }
  return sql.run(`DELETE FROM context_items_to_index WHERE number IN (${list})`, ...numbers);
}
