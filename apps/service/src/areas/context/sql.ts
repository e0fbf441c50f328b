import type { SqlContext } from '../../platform/database/dialect.ts';
import { lockProject } from '../../platform/database/lock-project.ts';
import { getNow, type Sql } from '../../platform/database/sql.ts';
import { createInsert } from '../../platform/database/table.ts';
import { reindex } from './reindex-sql.ts';
import { searchItems } from './search-sql.ts';
import { addToIndex, removeFromIndex } from './segments-sql.ts';
import { type ContextItem, type ContextItems, newItem, normalizeItem } from './store.ts';
import { CONTEXT_ITEMS, ITEM } from './tables.ts';

/** Creates the port for context items. */
export function createSqlContextItems({ sql, dialect }: SqlContext): ContextItems {
  const get = async (projectId: string, id: string): Promise<ContextItem | undefined> => {
    const row = await sql.get(
      `SELECT ${ITEM.columns} FROM context_items c WHERE c.project_id = ? AND c.id = ?`,
      projectId,
      id,
    );
    return row && ITEM.parse(row);
  };
  const add = async (projectId: string, item: ContextItem): Promise<void> => {
    const insert = createInsert(CONTEXT_ITEMS, [{ projectId, ...item }]);
    const row = await sql.get(`${insert.sql} RETURNING number`, ...insert.values);
    const number = Number(row?.number);
    // SQLite reuses the number of an item if another program deleted the item but not its words in the index.
    if (dialect.name === 'sqlite') await removeFromIndex(sql, number);
    const { title, content, public: isPublic } = item;
    await addToIndex(sql, { projectId, number, title, content, public: isPublic });
  };
  return {
    async create(projectId, input) {
      const item = newItem(input);
      await add(projectId, item);
      return item;
    },
    add,
    async list(projectId, { limit, after, publicOnly = false }) {
      const last =
        after === undefined
          ? { number: 0 }
          : await sql.get('SELECT number FROM context_items WHERE project_id = ? AND id = ?', projectId, after);
      if (!last) return undefined;
      const rows = await sql.all(
        `SELECT ${ITEM.columns} FROM context_items c WHERE c.project_id = ? AND c.number > ?
         ${publicOnly ? 'AND c.public = ?' : ''} ORDER BY c.number LIMIT ?`,
        projectId,
        Number(last.number),
        ...(publicOnly ? [true] : []),
        limit,
      );
      return rows.map(ITEM.parse);
    },
    get,
    async replace(projectId, id, input) {
      const text = normalizeItem(input);
      const columns = { ...text, updated_at: getNow() };
      await lockProject(sql, projectId);
      const row = await sql.get(
        `UPDATE context_items SET ${Object.keys(columns).join(' = ?, ')} = ? WHERE project_id = ? AND id = ? RETURNING number`,
        ...Object.values(columns),
        projectId,
        id,
      );
      if (!row) return undefined;
      await removeFromIndex(sql, Number(row.number));
      await addToIndex(sql, { projectId, number: Number(row.number), ...text });
      return get(projectId, id);
    },
    async delete(projectId, id) {
      await lockProject(sql, projectId);
      const row = await sql.get(
        'DELETE FROM context_items WHERE project_id = ? AND id = ? RETURNING number',
        projectId,
        id,
      );
      if (row) await removeFromIndex(sql, Number(row.number));
      return row !== undefined;
    },
    search: (projectId, query, limit, { publicOnly = false } = {}) =>
      searchItems(sql, projectId, query, { limit, publicOnly }),
    reindex: (limit) => reindex(sql, limit, dialect.name === 'postgres' ? 'FOR UPDATE SKIP LOCKED' : ''),
  };
}

/** Reads the total size of a project's items in bytes. */
export async function readItemBytes(sql: Sql, projectId: string): Promise<number> {
  const row = await sql.get(
    'SELECT coalesce(sum(octet_length(title) + octet_length(content)), 0) AS bytes FROM context_items WHERE project_id = ?',
    projectId,
  );
  return Number(row?.bytes);
}
