import { z } from 'zod';
import { ACCESSES, type Accounts, type ApiKey, type Caller } from '../accounts.ts';
import { createId } from '../new-id.ts';
import { StoreInputError } from '../store-input-error.ts';
import { PROJECT_COLUMNS, parseProject } from './projects.ts';
import { getNow, getText, type Sql, type SqlRow, toTextOrNull } from './sql.ts';
import { readUserId } from './users.ts';

const access = z.enum(ACCESSES);

type KeyStore = Pick<Accounts, 'createKey' | 'keys' | 'revokeKey' | 'caller' | 'inactiveCaller' | 'account'>;

const KEY_COLUMNS = 'k.id, k.name, k.access, k.created_at, k.expires_at, k.revoked_at';
const KEYS_WITH_USERS_SQL = 'FROM keys k JOIN users u ON u.id = k.user_id';
const IS_ACTIVE = 'k.revoked_at IS NULL AND u.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ?)';

export function createSqlKeys(sql: Sql): KeyStore {
  const findCaller = async (condition: string, hash: string): Promise<Caller | undefined> => {
    const row = await sql.get(
      `SELECT k.id, k.user_id, k.access, k.project_id ${KEYS_WITH_USERS_SQL} WHERE k.hash = ? AND ${condition}`,
      hash,
      getNow(),
    );
    return (
      row && {
        keyId: getText(row, 'id'),
        userId: getText(row, 'user_id'),
        access: parseAccess(row),
        projectId: toTextOrNull(row.project_id),
      }
    );
  };
  return {
    async createKey(email, { access, hash, project, name = '', expiresAt = null }) {
      const id = createId('key');
      const owner = await readUserId(sql, email);
      const projectId = project === undefined ? null : await getProjectId(sql, email, owner, project);
      await sql.run(
        'INSERT INTO keys (id, user_id, access, project_id, hash, name, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        id,
        owner,
        access,
        projectId,
        hash,
        name,
        getNow(),
        expiresAt,
      );
      return id;
    },
    async keys(email) {
      const userIds = email === undefined ? [] : [await readUserId(sql, email)];
      const rows = await sql.all(
        `SELECT ${KEY_COLUMNS}, u.email, u.revoked_at AS user_revoked_at, p.slug ${KEYS_WITH_USERS_SQL}
         LEFT JOIN projects p ON p.id = k.project_id ${userIds.length > 0 ? 'WHERE u.id = ?' : ''}
         ORDER BY u.email, k.created_at, k.id`,
        ...userIds,
      );
      return rows.map((row) => ({
        ...parseKey(row),
        email: getText(row, 'email'),
        project: toTextOrNull(row.slug),
        userRevokedAt: toTextOrNull(row.user_revoked_at),
      }));
    },
    async revokeKey(id) {
      const count = await sql.run('UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL', getNow(), id);
      if (count > 0) return;
      if (!(await sql.get('SELECT id FROM keys WHERE id = ?', id))) {
        throw new StoreInputError(`there is no key "${id}": list-keys shows the ids`);
      }
    },
    caller: (hash) => findCaller(IS_ACTIVE, hash),
    inactiveCaller: (hash) => findCaller(`NOT (${IS_ACTIVE})`, hash),
    async account(keyId) {
      const row = await sql.get(
        `SELECT ${KEY_COLUMNS}, u.id AS user_id, u.email, u.created_at AS user_created_at ${KEYS_WITH_USERS_SQL} WHERE k.id = ?`,
        keyId,
      );
      if (!row) return undefined;
      const projects = await sql.all(
        `SELECT ${PROJECT_COLUMNS} FROM projects p JOIN members m ON m.project_id = p.id
         WHERE m.user_id = ? AND p.closed_at IS NULL ORDER BY p.slug`,
        getText(row, 'user_id'),
      );
      const { revokedAt: _revokedAt, ...key } = parseKey(row);
      return {
        user: { id: getText(row, 'user_id'), email: getText(row, 'email'), createdAt: getText(row, 'user_created_at') },
        key,
        projects: projects.map(parseProject),
      };
    },
  };
}

/**
 * Returns the id of a project.
 * @throws StoreInputError if the user is not a member of the project
 */
async function getProjectId(sql: Sql, email: string, userId: string, slug: string): Promise<string> {
  const row = await sql.get(
    'SELECT p.id FROM projects p JOIN members m ON m.project_id = p.id WHERE p.slug = ? AND m.user_id = ?',
    slug,
    userId,
  );
  if (!row) throw new StoreInputError(`"${email}" is not a member of a project "${slug}"`);
  return getText(row, 'id');
}

function parseKey(row: SqlRow): ApiKey {
  return {
    id: getText(row, 'id'),
    name: getText(row, 'name'),
    access: parseAccess(row),
    createdAt: getText(row, 'created_at'),
    expiresAt: toTextOrNull(row.expires_at),
    revokedAt: toTextOrNull(row.revoked_at),
  };
}

function parseAccess(row: SqlRow): Caller['access'] {
  return access.parse(row.access);
}
