import { z } from 'zod';
import { createId } from '../database/new-id.ts';
import { getNow, getText, type Sql } from '../database/sql.ts';
import { StoreInputError } from '../database/store-input-error.ts';
import { insertRow, selectColumns } from '../database/table.ts';
import type { Accounts } from './accounts.ts';
import { ACCOUNTS } from './tables.ts';

/** Schema of an email address: the pattern of HTML forms and the length limit of mail servers (RFC 5321, section 4.5.3.1.3). */
export const EMAIL_SCHEMA = z.email({ pattern: z.regexes.html5Email }).max(254);

const ACCOUNT = selectColumns(ACCOUNTS, ['id', 'email', 'name', 'createdAt', 'revokedAt']);

/**
 * Creates the operations on users.
 * @param lockUsers prevents other transactions from creating users until the current transaction ends
 */
export function createSqlUsers(
  sql: Sql,
  lockUsers: () => Promise<void>,
): Pick<Accounts, 'createUser' | 'users' | 'user' | 'setName' | 'setRevoked'> {
  return {
    async createUser(email) {
      checkEmail(email);
      await lockUsers();
      // The email addresses are compared here instead of in SQL, because the result of lower() depends on the database and its locale.
      const emails = (await sql.all('SELECT email FROM users')).map((row) => getText(row, 'email'));
      const existingEmail = emails.find((each) => each !== email && each.toLowerCase() === email.toLowerCase());
      if (existingEmail !== undefined)
        throw new StoreInputError(`member "${existingEmail}" already exists: use the email address in this form`);
      const id = createId('usr');
      const insertedRows = await insertRow(sql, ACCOUNTS, { id, email, createdAt: getNow() }, 'ON CONFLICT DO NOTHING');
      if (insertedRows === 0)
        throw new StoreInputError(`member "${email}" already exists: list-members shows all members`);
      return id;
    },
    async users() {
      return (await sql.all(`SELECT ${ACCOUNT.columns} FROM users ORDER BY email`)).map(ACCOUNT.parse);
    },
    async user(email) {
      const row = await sql.get(`SELECT ${ACCOUNT.columns} FROM users WHERE email = ?`, email);
      return row && ACCOUNT.parse(row);
    },
    setName: async (userId, name) => (await sql.run('UPDATE users SET name = ? WHERE id = ?', name, userId)) > 0,
    async setRevoked(email, revoked) {
      const changedRows = await sql.run(
        'UPDATE users SET revoked_at = ? WHERE email = ?',
        revoked ? getNow() : null,
        email,
      );
      if (changedRows === 0) throw createNoUserError(email);
    },
  };
}

/** @throws StoreInputError if the text is not an email address */
export function checkEmail(email: string): void {
  if (EMAIL_SCHEMA.safeParse(email).success) return;
  throw new StoreInputError(`"${email}" is not an email address: use the form name@example.com`);
}

/**
 * Returns the id of a user by email address.
 * @throws StoreInputError if the user does not exist
 */
export async function readUserId(sql: Sql, email: string): Promise<string> {
  const row = await sql.get('SELECT id FROM users WHERE email = ?', email);
  if (!row) throw createNoUserError(email);
  return getText(row, 'id');
}

function createNoUserError(email: string): StoreInputError {
  return new StoreInputError(
    `there is no member "${email}": list-members shows all members, and create-member creates one`,
  );
}
