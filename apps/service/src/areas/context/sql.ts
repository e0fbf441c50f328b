import { createId } from '../../platform/database/new-id.ts';
import {
  createPlaceholders,
  getNow,
  getText,
  type Sql,
  type SqlRow,
  type SqlValue,
  toBoolean,
} from '../../platform/database/sql.ts';
import { type ContextItem, type ContextItems, normalizeItem } from './store.ts';

export const ITEM_COLUMNS = 'c.id, c.title, c.content, c.public, c.created_at, c.updated_at';

/** The full-text index of a store. */
export interface WordIndex {
  /** Returns the columns that the store keeps with an item for searching. */
  columns(projectId: string, item: { title: string; content: string }): Readonly<Record<string, SqlValue>>;
  search: ContextItems['search'];
  reindex: ContextItems['reindex'];
}

export function createSqlContextItems(sql: Sql, words: WordIndex): ContextItems {
  const get = async (projectId: string, id: string): Promise<ContextItem | undefined> => {
    const row = await sql.get(
      `SELECT ${ITEM_COLUMNS} FROM context_items c WHERE c.project_id = ? AND c.id = ?`,
      projectId,
      id,
    );
    return row && parseItem(row);
  };
  return {
    async create(projectId, input) {
      const text = normalizeItem(input);
      const createdAt = getNow();
      const item: ContextItem = { id: createId('ctx'), ...text, createdAt: createdAt, updatedAt: createdAt };
      const columns = {
        id: item.id,
        project_id: projectId,
        ...text,
        created_at: createdAt,
        updated_at: createdAt,
        ...words.columns(projectId, text),
      };
      const names = Object.keys(columns);
      await sql.run(
        `INSERT INTO context_items (${names.join(', ')}) VALUES (${createPlaceholders(names.length)})`,
        ...Object.values(columns),
      );
      return item;
    },
    async list(projectId, { limit, after, publicOnly = false }) {
      const last =
        after === undefined
          ? { number: 0 }
          : await sql.get('SELECT number FROM context_items WHERE project_id = ? AND id = ?', projectId, after);
      if (!last) return undefined;
      const rows = await sql.all(
        `SELECT ${ITEM_COLUMNS} FROM context_items c WHERE c.project_id = ? AND c.number > ?
         ${publicOnly ? 'AND c.public = ?' : ''} ORDER BY c.number LIMIT ?`,
        projectId,
        Number(last.number),
        ...(publicOnly ? [true] : []),
        limit,
      );
      return rows.map(parseItem);
    },
    get,
    async replace(projectId, id, input) {
      const text = normalizeItem(input);
      const columns = { ...text, updated_at: getNow(), ...words.columns(projectId, text) };
      const changedRows = await sql.run(
        `UPDATE context_items SET ${Object.keys(columns).join(' = ?, ')} = ? WHERE project_id = ? AND id = ?`,
        ...Object.values(columns),
        projectId,
        id,
      );
      return changedRows === 0 ? undefined : get(projectId, id);
    },
    delete: async (projectId, id) =>
      (await sql.run('DELETE FROM context_items WHERE project_id = ? AND id = ?', projectId, id)) > 0,
    search: words.search,
    reindex: words.reindex,
  };
}

export function parseItem(row: SqlRow): ContextItem {
  return {
    id: getText(row, 'id'),
    title: getText(row, 'title'),
    content: getText(row, 'content'),
    public: toBoolean(row.public),
    createdAt: getText(row, 'created_at'),
    updatedAt: getText(row, 'updated_at'),
  };
}

/** Reads the size of the items of a project in bytes. */
export async function readItemBytes(sql: Sql, projectId: string): Promise<number> {
  const row = await sql.get(
    'SELECT coalesce(sum(octet_length(title) + octet_length(content)), 0) AS bytes FROM context_items WHERE project_id = ?',
    projectId,
  );
  return Number(row?.bytes);
}
