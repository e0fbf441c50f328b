import { createId } from '../../platform/database/new-id.ts';
import { getNow, getText, type Sql } from '../../platform/database/sql.ts';
import { insertRow, selectColumns } from '../../platform/database/table.ts';
import type { OpenIdIdentities, Passkeys } from './store.ts';
import { OPENID_IDENTITIES, PASSKEYS } from './tables.ts';

const PASSKEY = selectColumns(PASSKEYS, [
  'id',
  'userId',
  'name',
  'credentialId',
  'publicKey',
  'counter',
  'transports',
  'createdAt',
  'lastUsedAt',
]);

export function createSqlPasskeys(sql: Sql): Passkeys {
  return {
    async add(passkey) {
      const id = createId('pky');
      const added = await insertRow(sql, PASSKEYS, { id, ...passkey, createdAt: getNow() }, 'ON CONFLICT DO NOTHING');
      return added > 0 ? id : undefined;
    },
    async list(userId) {
      const rows = await sql.all(
        `SELECT ${PASSKEY.columns} FROM passkeys WHERE user_id = ? ORDER BY created_at, id`,
        userId,
      );
      return rows.map(PASSKEY.parse);
    },
    async find(credentialId) {
      const row = await sql.get(`SELECT ${PASSKEY.columns} FROM passkeys WHERE credential_id = ?`, credentialId);
      return row && PASSKEY.parse(row);
    },
    async recordUse(id, counter) {
      await sql.run('UPDATE passkeys SET counter = ?, last_used_at = ? WHERE id = ?', counter, getNow(), id);
    },
    remove: async (userId, id) => (await sql.run('DELETE FROM passkeys WHERE user_id = ? AND id = ?', userId, id)) > 0,
  };
}

export function createSqlOpenIdIdentities(sql: Sql): OpenIdIdentities {
  return {
    async find(issuer, subject) {
      const row = await sql.get(
        'SELECT user_id FROM openid_identities WHERE issuer = ? AND subject = ?',
        issuer,
        subject,
      );
      return row && getText(row, 'user_id');
    },
    async add(issuer, subject, userId) {
      await insertRow(sql, OPENID_IDENTITIES, { issuer, subject, userId, createdAt: getNow() });
    },
  };
}
