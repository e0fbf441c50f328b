import type { DataSourceInput } from '@context-sync/core';
import { removeUrlCredentials } from '@context-sync/core/url-credentials';
import { z } from 'zod';
import { cursorId, cursorTime, decodeCursor, encodeCursor } from '../../platform/database/cursor.ts';
import { lockProject } from '../../platform/database/lock-project.ts';
import { createId } from '../../platform/database/new-id.ts';
import { getNow, type Sql, type SqlRow } from '../../platform/database/sql.ts';
import { insertRow, selectColumns } from '../../platform/database/table.ts';
import type { DataSource, DataSources } from './store.ts';
import { DATA_SOURCES, getIdentity } from './tables.ts';

const SOURCE = selectColumns(DATA_SOURCES, ['id', 'input', 'createdAt']);
const dataSourceCursor = z.tuple([cursorTime, cursorId]);

export function createSqlDataSources(sql: Sql): DataSources {
  return {
    async create(projectId, input) {
      const identity = getIdentity(input);
      // If two transactions connect the same repository at the same time, the second one finds the data source of the first.
      await lockProject(sql, projectId);
      const existingRow = await sql.get(
        `SELECT ${SOURCE.columns} FROM data_sources WHERE project_id = ? AND identity = ? ORDER BY created_at, id LIMIT 1`,
        projectId,
        identity,
      );
      if (existingRow) return { source: parseSource(existingRow), isKnown: true };
      const source: DataSource = { id: createId('src'), ...input, createdAt: getNow() };
      const { id, createdAt } = source;
      await insertRow(sql, DATA_SOURCES, { id, projectId, input: JSON.stringify(input), identity, createdAt });
      return { source, isKnown: false };
    },
    async list(projectId, { limit, cursor }) {
      const cursorList = ['data-sources', projectId];
      const cursorPosition = cursor === undefined ? [] : decodeCursor(cursorList, cursor, dataSourceCursor);
      const rows = await sql.all(
        `SELECT ${SOURCE.columns} FROM data_sources WHERE project_id = ? ${cursorPosition.length > 0 ? 'AND (created_at, id) > (?, ?)' : ''}
         ORDER BY created_at, id LIMIT ?`,
        projectId,
        ...cursorPosition,
        limit + 1,
      );
      const items = rows.slice(0, limit).map(parseSource);
      const last = items.at(-1);
      return { items, next: rows.length > limit && last ? encodeCursor(cursorList, [last.createdAt, last.id]) : null };
    },
    async get(projectId, id) {
      const row = await sql.get(
        `SELECT ${SOURCE.columns} FROM data_sources WHERE project_id = ? AND id = ?`,
        projectId,
        id,
      );
      return row && parseSource(row);
    },
    delete: async (projectId, id) =>
      (await sql.run('DELETE FROM data_sources WHERE project_id = ? AND id = ?', projectId, id)) > 0,
  };
}

function parseSource(row: SqlRow): DataSource {
  const { id, createdAt, input: text } = SOURCE.parse(row);
  const input: DataSourceInput = JSON.parse(text);
  // Data sources of older versions can contain a password, which clients that read the data source must not receive.
  const siteUrl = input.siteUrl === undefined ? {} : { siteUrl: removeUrlCredentials(input.siteUrl) };
  return { id, ...input, ...siteUrl, createdAt };
}
