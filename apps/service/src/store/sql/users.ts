import type { Accounts, User } from '../accounts.ts';
import { newId } from '../ids.ts';
import { StoreInputError } from '../store-input-error.ts';
import { now, type Row, type Sql, textOrNull } from './sql.ts';

const COLUMNS = 'id, email, created_at, revoked_at';

export function sqlUsers(sql: Sql): Pick<Accounts, 'createUser' | 'users' | 'user' | 'setRevoked'> {
  return {
    async createUser(email) {
      const id = newId('usr');
      const made = await sql.run(
        'INSERT INTO users (id, email, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
        id,
        email,
        now(),
      );
      if (made === 0) throw new StoreInputError(`user "${email}" exists already`);
      return id;
    },
    async users() {
      return (await sql.all(`SELECT ${COLUMNS} FROM users ORDER BY email`)).map(userOf);
    },
    async user(email) {
      const row = await sql.get(`SELECT ${COLUMNS} FROM users WHERE email = ?`, email);
      return row && userOf(row);
    },
    async setRevoked(email, revoked) {
      const changed = await sql.run('UPDATE users SET revoked_at = ? WHERE email = ?', revoked ? now() : null, email);
      if (changed === 0) throw noUser(email);
    },
  };
}

/** @throws StoreInputError */
export async function userIdOf(sql: Sql, email: string): Promise<string> {
  const row = await sql.get('SELECT id FROM users WHERE email = ?', email);
  if (!row) throw noUser(email);
  return String(row.id);
}

function noUser(email: string): StoreInputError {
  return new StoreInputError(`there is no user "${email}"`);
}

function userOf(row: Row): User {
  return {
    id: String(row.id),
    email: String(row.email),
    createdAt: String(row.created_at),
    revokedAt: textOrNull(row.revoked_at),
  };
}
