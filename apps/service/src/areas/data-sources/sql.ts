import { type DataSourceInput, removeUrlCredentials } from '@context-sync/core';
import { z } from 'zod';
import { cursorId, cursorTime, decodeCursor, encodeCursor } from '../../platform/database/cursor.ts';
import { lockProject } from '../../platform/database/lock-project.ts';
import { createId } from '../../platform/database/new-id.ts';
import { getNow, getText, type Sql, type SqlRow } from '../../platform/database/sql.ts';
import type { DataSource, DataSources } from './store.ts';

type SourceIdentity = Pick<DataSourceInput, 'owner' | 'repo' | 'branch' | 'category'>;

/** Maximum length of an identity in UTF-16 units, because PostgreSQL rejects index rows over 2,704 bytes. */
const MAX_IDENTITY_LENGTH = 600;

/**
 * Returns a text that identifies a data source by repository, branch and category. The category is part of the identity because one repository can
 * contain docs and, in another category, an SDK. The text is empty for old data sources that exceed the limit. The separator is a space, which branch
 * names cannot contain.
 */
export function getIdentity({ owner, repo, branch, category }: SourceIdentity): string {
  const identity = `${owner.toLowerCase()}/${repo.toLowerCase()} ${branch} ${category}`;
  return identity.length > MAX_IDENTITY_LENGTH ? '' : identity;
}

const DATA_SOURCE_COLUMNS = 'id, input, created_at';
const dataSourceCursor = z.tuple([cursorTime, cursorId]);

export function createSqlDataSources(sql: Sql): DataSources {
  return {
    async create(projectId, input) {
      const identity = getIdentity(input);
      // If two transactions connect the same repository at the same time, the second one finds the data source of the first.
      await lockProject(sql, projectId);
      const existingRow = await sql.get(
        `SELECT ${DATA_SOURCE_COLUMNS} FROM data_sources WHERE project_id = ? AND identity = ? ORDER BY created_at, id LIMIT 1`,
        projectId,
        identity,
      );
      if (existingRow) return { source: parseSource(existingRow), isKnown: true };
      const source: DataSource = { id: createId('src'), ...input, createdAt: getNow() };
      await sql.run(
        'INSERT INTO data_sources (id, project_id, input, identity, created_at) VALUES (?, ?, ?, ?, ?)',
        source.id,
        projectId,
        JSON.stringify(input),
        identity,
        source.createdAt,
      );
      return { source, isKnown: false };
    },
    async list(projectId, { limit, cursor }) {
      const cursorList = ['data-sources', projectId];
      const cursorPosition = cursor === undefined ? [] : decodeCursor(cursorList, cursor, dataSourceCursor);
      const rows = await sql.all(
        `SELECT ${DATA_SOURCE_COLUMNS} FROM data_sources WHERE project_id = ? ${cursorPosition.length > 0 ? 'AND (created_at, id) > (?, ?)' : ''}
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
        `SELECT ${DATA_SOURCE_COLUMNS} FROM data_sources WHERE project_id = ? AND id = ?`,
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
  const input: DataSourceInput = JSON.parse(getText(row, 'input'));
  // Data sources of older versions can contain a password, which must not reach the readers of the data source.
  const siteUrl = input.siteUrl === undefined ? {} : { siteUrl: removeUrlCredentials(input.siteUrl) };
  return { id: getText(row, 'id'), ...input, ...siteUrl, createdAt: getText(row, 'created_at') };
}
