import { getNow, type Sql } from '../database/sql.ts';
import { insertRow, selectColumns } from '../database/table.ts';
import type { OneTimeToken, OneTimeTokens, TokenKind } from './one-time-tokens.ts';
import { ONE_TIME_TOKENS } from './tables.ts';

const TOKEN = selectColumns(ONE_TIME_TOKENS, ['userId', 'data', 'expiresAt', 'usedAt']);
/** Time in milliseconds for which an expired token is kept, so that its user gets the error that it has expired. */
const KEEP_MS = 7 * 86_400_000;

export function createSqlOneTimeTokens(sql: Sql): OneTimeTokens {
  const find = async (kind: TokenKind, hash: string): Promise<OneTimeToken | undefined> => {
    const row = await sql.get(`SELECT ${TOKEN.columns} FROM one_time_tokens WHERE kind = ? AND hash = ?`, kind, hash);
    if (!row) return undefined;
    const { userId, data, expiresAt, usedAt } = TOKEN.parse(row);
    if (usedAt !== null) return { userId, data, state: 'used' };
    return { userId, data, state: expiresAt > getNow() ? 'valid' : 'expired' };
  };
  return {
    async create({ hash, kind, userId, data = '', lifetimeMs }) {
      const now = Date.now();
      await sql.run('DELETE FROM one_time_tokens WHERE expires_at < ?', new Date(now - KEEP_MS).toISOString());
      const expiresAt = new Date(now + lifetimeMs).toISOString();
      await insertRow(sql, ONE_TIME_TOKENS, { hash, kind, userId, data, createdAt: getNow(), expiresAt });
    },
    find,
    async use(kind, hash) {
      const now = getNow();
      const usedCount = await sql.run(
        'UPDATE one_time_tokens SET used_at = ? WHERE kind = ? AND hash = ? AND used_at IS NULL AND expires_at > ?',
        now,
        kind,
        hash,
        now,
      );
      const token = await find(kind, hash);
      return token && { ...token, state: usedCount > 0 ? 'valid' : token.state };
    },
  };
}
