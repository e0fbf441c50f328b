import { createId } from '../database/new-id.ts';
import { getNow, getText, type Sql } from '../database/sql.ts';
import { insertRow, selectColumns } from '../database/table.ts';
import { SESSION_IDLE_MS, SESSION_LIFETIME_MS, type Sessions } from './sessions.ts';
import { SESSIONS } from './tables.ts';

const SESSION = selectColumns(
  SESSIONS,
  ['id', 'userId', 'method', 'userAgent', 'createdAt', 'lastUsedAt', 'expiresAt'],
  's',
);
const SESSIONS_WITH_USERS_SQL = 'FROM sessions s JOIN users u ON u.id = s.user_id';
const IS_ACTIVE = 's.revoked_at IS NULL AND u.revoked_at IS NULL AND s.expires_at > ? AND s.last_used_at > ?';
const MAX_USER_AGENT_LENGTH = 256;

export function createSqlSessions(sql: Sql): Sessions {
  return {
    async create({ userId, hash, method, userAgent }) {
      if (!(await sql.get('SELECT id FROM users WHERE id = ? AND revoked_at IS NULL', userId))) return undefined;
      const id = createId('ses');
      const now = Date.now();
      // A session that ended recently is kept, so that a form that its member then submits is not lost.
      await sql.run(
        'DELETE FROM sessions WHERE expires_at < ? OR last_used_at < ?',
        toTime(now - SESSION_IDLE_MS),
        toTime(now - 2 * SESSION_IDLE_MS),
      );
      await insertRow(sql, SESSIONS, {
        id,
        hash,
        userId,
        method,
        userAgent: userAgent.slice(0, MAX_USER_AGENT_LENGTH).toWellFormed(),
        createdAt: toTime(now),
        lastUsedAt: toTime(now),
        expiresAt: toTime(now + SESSION_LIFETIME_MS),
      });
      return id;
    },
    async find(hash) {
      const row = await sql.get(
        `SELECT ${SESSION.columns}, u.email, u.name, CASE WHEN ${IS_ACTIVE} THEN 1 ELSE 0 END AS active
         ${SESSIONS_WITH_USERS_SQL} WHERE s.hash = ?`,
        ...getLimits(),
        hash,
      );
      if (!row) return undefined;
      const isActive = Number(row.active) === 1;
      return { ...SESSION.parse(row), email: getText(row, 'email'), name: getText(row, 'name'), isActive };
    },
    async recordUse(id, at) {
      await sql.run('UPDATE sessions SET last_used_at = ? WHERE id = ? AND last_used_at < ?', at, id, at);
    },
    async list(userId) {
      const rows = await sql.all(
        `SELECT ${SESSION.columns} ${SESSIONS_WITH_USERS_SQL} WHERE ${IS_ACTIVE} AND s.user_id = ?
         ORDER BY s.created_at DESC, s.id`,
        ...getLimits(),
        userId,
      );
      return rows.map(SESSION.parse);
    },
    async revoke(userId, id) {
      const now = getNow();
      const revokedCount = await sql.run(
        'UPDATE sessions SET revoked_at = ? WHERE id = ? AND user_id = ? AND revoked_at IS NULL AND expires_at > ?',
        now,
        id,
        userId,
        now,
      );
      return revokedCount > 0;
    },
  };
}

/** Returns the values for the placeholders of `IS_ACTIVE`. */
function getLimits(): [now: string, idleSince: string] {
  const now = Date.now();
  return [toTime(now), toTime(now - SESSION_IDLE_MS)];
}

function toTime(ms: number): string {
  return new Date(ms).toISOString();
}
