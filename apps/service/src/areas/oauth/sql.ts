import { z } from 'zod';
import { KEY_USE_INTERVAL_MS } from '../../platform/access/accounts.ts';
import { createPlaceholders, getNow, getText, type Sql } from '../../platform/database/sql.ts';
import { insertRow, selectColumns } from '../../platform/database/table.ts';
import {
  type ApplicationConnections,
  type ApplicationScope,
  type AuthorizationRecords,
  type OAuthPorts,
  type RecordKind,
  SCOPES,
} from './store.ts';
import { AUTHORIZATION_RECORDS, CONNECTIONS } from './tables.ts';

/** Maximum number of connected applications of one member. */
const MAX_CONNECTIONS = 100;
/**
 * Maximum number of records of the kinds that anyone can create without signing in. Records that expire first are deleted first, so that
 * registrations of connected clients are kept.
 */
const MAX_RECORDS: Partial<Readonly<Record<RecordKind, number>>> = { Interaction: 10_000, Client: 10_000 };
/** Time in milliseconds after which a connection without a token is deleted. */
const CONNECTING_MS = 3_600_000;

const CONNECTION_PROPERTIES = [
  'id',
  'userId',
  'projectId',
  'clientId',
  'clientName',
  'clientHost',
  'scope',
  'resource',
  'createdAt',
  'lastUsedAt',
] as const;
const CONNECTION = selectColumns(CONNECTIONS, CONNECTION_PROPERTIES, 'c');
const RECORD = selectColumns(AUTHORIZATION_RECORDS, [
  'hash',
  'kind',
  'connectionId',
  'payload',
  'createdAt',
  'expiresAt',
  'consumedAt',
]);
/** SQL condition for active connections. A member who was removed and added again must connect applications again. */
const IN_USE = `FROM connections c JOIN users u ON u.id = c.user_id AND u.revoked_at IS NULL
  JOIN projects p ON p.id = c.project_id AND p.closed_at IS NULL
  JOIN members m ON m.project_id = c.project_id AND m.user_id = c.user_id AND m.created_at <= c.created_at`;
const tokenPayload = z.object({ aud: z.string(), scope: z.string().optional() });

/** Returns the known scopes in a space-separated list. */
export function parseScopes(text: string): ApplicationScope[] {
  const names = text.split(' ');
  return (Object.keys(SCOPES) as ApplicationScope[]).filter((scope) => names.includes(scope));
}

export function createSqlOAuth(sql: Sql): OAuthPorts {
  return { connections: createSqlConnections(sql), authorizationRecords: createSqlRecords(sql) };
}

function createSqlConnections(sql: Sql): ApplicationConnections {
  const revoke = async (id: string) => {
    await sql.run('DELETE FROM authorization_records WHERE connection_id = ?', id);
    return (await sql.run('DELETE FROM connections WHERE id = ?', id)) > 0;
  };
  return {
    async create(connection) {
      const otherConnections = await sql.all(
        'SELECT id FROM connections WHERE user_id = ? ORDER BY coalesce(last_used_at, created_at) DESC, id',
        connection.userId,
      );
      for (const row of otherConnections.slice(MAX_CONNECTIONS - 1)) await revoke(getText(row, 'id'));
      await insertRow(sql, CONNECTIONS, connection);
    },
    async find(id) {
      const row = await sql.get(`SELECT ${CONNECTION.columns} ${IN_USE} WHERE c.id = ?`, id);
      return row && CONNECTION.parse(row);
    },
    async findByToken(hash, resource) {
      const row = await sql.get(
        `SELECT ${CONNECTION.columns}, r.payload, r.expires_at, p.slug, p.name, p.created_at AS project_created_at ${IN_USE}
         JOIN authorization_records r ON r.connection_id = c.id
         WHERE r.hash = ? AND r.kind = 'AccessToken' AND r.expires_at > ? AND c.resource = ?`,
        hash,
        getNow(),
        resource,
      );
      if (!row) return undefined;
      const { aud, scope = '' } = tokenPayload.parse(JSON.parse(getText(row, 'payload')));
      if (aud !== resource) return undefined;
      const connection = CONNECTION.parse(row);
      const project = {
        id: connection.projectId,
        slug: getText(row, 'slug'),
        name: getText(row, 'name'),
        createdAt: getText(row, 'project_created_at'),
      };
      return { connection, project, scopes: parseScopes(scope), expiresAt: getText(row, 'expires_at') };
    },
    async list(userId) {
      const rows = await sql.all(
        `SELECT ${CONNECTION.columns}, u.email, p.slug ${IN_USE} ${userId === undefined ? '' : 'WHERE c.user_id = ?'}
         ORDER BY c.created_at DESC, c.id`,
        ...(userId === undefined ? [] : [userId]),
      );
      return rows.map((row) => ({
        ...CONNECTION.parse(row),
        email: getText(row, 'email'),
        project: getText(row, 'slug'),
      }));
    },
    revoke,
    async recordUse(id, at) {
      const previous = new Date(Date.parse(at) - KEY_USE_INTERVAL_MS).toISOString();
      await sql.run(
        'UPDATE connections SET last_used_at = ? WHERE id = ? AND (last_used_at IS NULL OR last_used_at <= ?)',
        at,
        id,
        previous,
      );
    },
  };
}

function createSqlRecords(sql: Sql): AuthorizationRecords {
  return {
    async save(record) {
      await insertRow(
        sql,
        AUTHORIZATION_RECORDS,
        { ...record, createdAt: getNow() },
        'ON CONFLICT (hash) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at',
      );
    },
    async find(hash) {
      const row = await sql.get(
        `SELECT ${RECORD.columns} FROM authorization_records WHERE hash = ? AND expires_at > ?`,
        hash,
        getNow(),
      );
      return row && RECORD.parse(row);
    },
    consume: async (hash) =>
      (await sql.run(
        'UPDATE authorization_records SET consumed_at = ? WHERE hash = ? AND consumed_at IS NULL',
        getNow(),
        hash,
      )) > 0,
    async delete(hash) {
      await sql.run('DELETE FROM authorization_records WHERE hash = ?', hash);
    },
    async extend(hash, expiresAt) {
      await sql.run(
        'UPDATE authorization_records SET expires_at = ? WHERE hash = ? AND expires_at < ?',
        expiresAt,
        hash,
        expiresAt,
      );
    },
    async deleteByConnection(connectionId) {
      await sql.run('DELETE FROM authorization_records WHERE connection_id = ?', connectionId);
    },
    prune: (now) => prune(sql, now),
  };
}

async function prune(sql: Sql, now: string): Promise<number> {
  let deletedCount = await sql.run('DELETE FROM authorization_records WHERE expires_at <= ?', now);
  for (const [kind, limit] of Object.entries(MAX_RECORDS)) {
    deletedCount += await sql.run(
      `DELETE FROM authorization_records WHERE kind = ? AND hash IN (
         SELECT hash FROM authorization_records WHERE kind = ? ORDER BY expires_at DESC LIMIT ? OFFSET ?)`,
      kind,
      kind,
      1_000,
      limit,
    );
  }
  const kinds: readonly RecordKind[] = ['AccessToken', 'AuthorizationCode', 'RefreshToken'];
  deletedCount += await sql.run(
    `DELETE FROM connections WHERE created_at < ? AND NOT EXISTS (
       SELECT 1 FROM authorization_records r WHERE r.connection_id = connections.id AND r.kind IN (${createPlaceholders(kinds.length)}))`,
    new Date(Date.parse(now) - CONNECTING_MS).toISOString(),
    ...kinds,
  );
  return deletedCount;
}
