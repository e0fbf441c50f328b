import type { ContextItemInput } from '@context-sync/core';
import { newId } from './ids.ts';
import type { Row, SqliteDatabase } from './sqlite-database.ts';
import type { ContextItem, ContextItems } from './store.ts';

const COLUMNS = 'c.id, c.title, c.content, c.public, c.created_at, c.updated_at';

export function sqliteContextItems(db: SqliteDatabase): ContextItems {
  const get = (projectId: string, id: string): ContextItem | undefined => {
    const row = db.get(`SELECT ${COLUMNS} FROM context_items c WHERE c.project_id = ? AND c.id = ?`, projectId, id);
    return row && itemOf(row);
  };
  return {
    async create(projectId, input) {
      const { title, content, public: isPublic } = stored(input);
      const at = new Date().toISOString();
      const item: ContextItem = { id: newId('ctx'), title, content, public: isPublic, createdAt: at, updatedAt: at };
      db.run(
        'INSERT INTO context_items (id, project_id, title, content, public, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
        item.id,
        projectId,
        title,
        content,
        Number(isPublic),
        at,
        at,
      );
      return item;
    },
    async list(projectId, { limit, after }) {
      const last =
        after === undefined
          ? { number: 0 }
          : db.get('SELECT number FROM context_items WHERE project_id = ? AND id = ?', projectId, after);
      if (!last) return undefined;
      return db
        .all(
          `SELECT ${COLUMNS} FROM context_items c WHERE c.project_id = ? AND c.number > ? ORDER BY c.number LIMIT ?`,
          projectId,
          Number(last.number),
          limit,
        )
        .map(itemOf);
    },
    get: async (projectId, id) => get(projectId, id),
    async replace(projectId, id, input) {
      const { title, content, public: isPublic } = stored(input);
      const changed = db.run(
        'UPDATE context_items SET title = ?, content = ?, public = ?, updated_at = ? WHERE project_id = ? AND id = ?',
        title,
        content,
        Number(isPublic),
        new Date().toISOString(),
        projectId,
        id,
      );
      return changed === 0 ? undefined : get(projectId, id);
    },
    delete: async (projectId, id) =>
      db.run('DELETE FROM context_items WHERE project_id = ? AND id = ?', projectId, id) > 0,
    async search(projectId, query, limit) {
      // Quoted, a word is a word: otherwise AND, -, : and the like in a question would be syntax.
      const words = (query.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
        .slice(0, 32)
        .map((word) => `"${word}"`);
      if (words.length === 0) return [];
      const found = (match: string) =>
        db.all(
          `SELECT ${COLUMNS}, -bm25(context_words, 5, 1) AS score FROM context_words
           JOIN context_items c ON c.number = context_words.rowid
           WHERE context_words MATCH ? AND c.project_id = ? ORDER BY score DESC, c.number LIMIT ?`,
          match,
          projectId,
          limit,
        );
      const all = found(words.join(' AND '));
      const rows = all.length > 0 ? all : found(words.join(' OR '));
      return rows.map((row) => ({ ...itemOf(row), score: Number(row.score) }));
    },
  };
}

/** The item as the database can hold it: with defaults, and text that has a UTF-8 form. */
function stored({ title, content = '', public: isPublic = false }: ContextItemInput) {
  return { title: title.toWellFormed(), content: content.toWellFormed(), public: isPublic };
}

function itemOf(row: Row): ContextItem {
  return {
    id: String(row.id),
    title: String(row.title),
    content: String(row.content),
    public: row.public === 1,
    createdAt: String(row.created_at),
    updatedAt: String(row.updated_at),
  };
}
