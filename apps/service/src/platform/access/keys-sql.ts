import { createId } from '../database/new-id.ts';
import { getNow, getText, type Sql, type SqlRow, toTextOrNull } from '../database/sql.ts';
import { StoreInputError } from '../database/store-input-error.ts';
import { insertRow, selectColumns } from '../database/table.ts';
import { type Accounts, type ApiKey, KEY_USE_INTERVAL_MS, type KeyRotation, type Principal } from './accounts.ts';
import { PROJECT, ROLE } from './projects-sql.ts';
import { KEYS } from './tables.ts';
import { readUserId } from './users-sql.ts';

type KeyStore = Pick<
  Accounts,
  'createKey' | 'keys' | 'rotateKey' | 'recordUse' | 'revokeKey' | 'principal' | 'inactivePrincipal' | 'account'
>;

const KEY = selectColumns(
  KEYS,
  ['id', 'name', 'access', 'createdAt', 'expiresAt', 'revokedAt', 'lastUsedAt', 'successorId'],
  'k',
);
const KEY_COLUMNS = `${KEY.columns}, p.slug AS project`;
const PRINCIPAL = selectColumns(KEYS, ['id', 'userId', 'access', 'projectId', 'expiresAt', 'lastUsedAt'], 'k');
const ROTATED_KEY = selectColumns(KEYS, ['userId', 'access', 'projectId', 'name', 'createdAt', 'expiresAt'], 'k');
const KEYS_WITH_USERS_SQL = 'FROM keys k JOIN users u ON u.id = k.user_id';
const KEYS_WITH_PROJECTS_SQL = `${KEYS_WITH_USERS_SQL} LEFT JOIN projects p ON p.id = k.project_id`;
const IS_ACTIVE = 'k.revoked_at IS NULL AND u.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ?)';

export function createSqlKeys(sql: Sql): KeyStore {
  const findPrincipal = async (condition: string, hash: string): Promise<Principal | undefined> => {
    const row = await sql.get(
      `SELECT ${PRINCIPAL.columns} ${KEYS_WITH_USERS_SQL} WHERE k.hash = ? AND ${condition}`,
      hash,
      getNow(),
    );
    if (!row) return undefined;
    const { id: keyId, ...principal } = PRINCIPAL.parse(row);
    return { keyId, ...principal };
  };
  return {
    async createKey(email, { access, hash, project, name = '', expiresAt = null }) {
      const id = createId('key');
      const userId = await readUserId(sql, email);
      const projectId = project === undefined ? null : await getProjectId(sql, email, userId, project);
      await insertRow(sql, KEYS, { id, userId, access, projectId, hash, name, createdAt: getNow(), expiresAt });
      return id;
    },
    async keys(email) {
      const userIds = email === undefined ? [] : [await readUserId(sql, email)];
      const rows = await sql.all(
        `SELECT ${KEY_COLUMNS}, u.email, u.revoked_at AS user_revoked_at ${KEYS_WITH_PROJECTS_SQL} ${userIds.length > 0 ? 'WHERE u.id = ?' : ''}
         ORDER BY u.email, k.created_at, k.id`,
        ...userIds,
      );
      return rows.map((row) => ({
        ...parseKey(row),
        email: getText(row, 'email'),
        userRevokedAt: toTextOrNull(row.user_revoked_at),
      }));
    },
    rotateKey: (id, rotation) => rotateKey(sql, id, rotation),
    async recordUse(id, at) {
      const previous = new Date(Date.parse(at) - KEY_USE_INTERVAL_MS).toISOString();
      await sql.run(
        'UPDATE keys SET last_used_at = ? WHERE id = ? AND (last_used_at IS NULL OR last_used_at <= ?)',
        at,
        id,
        previous,
      );
    },
    async revokeKey(id) {
      const count = await sql.run('UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL', getNow(), id);
      if (count > 0) return;
      if (!(await sql.get('SELECT id FROM keys WHERE id = ?', id))) throw createNoKeyError(id);
    },
    principal: (hash) => findPrincipal(IS_ACTIVE, hash),
    inactivePrincipal: (hash) => findPrincipal(`NOT (${IS_ACTIVE})`, hash),
    account: (keyId) => readAccount(sql, keyId),
  };
}

async function readAccount(sql: Sql, keyId: string): ReturnType<KeyStore['account']> {
  const row = await sql.get(
    `SELECT ${KEY_COLUMNS}, k.project_id, u.id AS user_id, u.email, u.name AS user_name, u.created_at AS user_created_at
         ${KEYS_WITH_PROJECTS_SQL} WHERE k.id = ?`,
    keyId,
  );
  if (!row) return undefined;
  const projects = await sql.all(
    `SELECT ${PROJECT.columns}, ${ROLE.columns} FROM projects p JOIN members m ON m.project_id = p.id
         WHERE m.user_id = ? AND p.closed_at IS NULL AND p.id = coalesce(?, p.id) ORDER BY p.slug`,
    getText(row, 'user_id'),
    toTextOrNull(row.project_id),
  );
  const { id, name, access, project, createdAt, expiresAt } = parseKey(row);
  return {
    user: {
      id: getText(row, 'user_id'),
      email: getText(row, 'email'),
      name: getText(row, 'user_name'),
      createdAt: getText(row, 'user_created_at'),
    },
    key: { id, name, access, project, createdAt, expiresAt },
    projects: projects.map((each) => ({ ...PROJECT.parse(each), ...ROLE.parse(each) })),
  };
}

async function rotateKey(sql: Sql, id: string, { hash, oldExpiresAt, expiresAt }: KeyRotation): Promise<string> {
  // The update locks the key, so that two rotations at the same time do not overwrite each other's successor.
  await sql.run('UPDATE keys SET id = id WHERE id = ?', id);
  const row = await sql.get(
    `SELECT ${ROTATED_KEY.columns},
       CASE WHEN ${IS_ACTIVE} THEN 1 ELSE 0 END AS active ${KEYS_WITH_USERS_SQL} WHERE k.id = ?`,
    getNow(),
    id,
  );
  if (!row) throw createNoKeyError(id);
  if (Number(row.active) === 0) {
    throw new StoreInputError(
      `key "${id}" cannot be rotated because it has expired, was revoked or belongs to a revoked member: create a new key with create-key`,
    );
  }
  const successorId = createId('key');
  const createdAt = getNow();
  const key = ROTATED_KEY.parse(row);
  await insertRow(sql, KEYS, {
    ...key,
    id: successorId,
    hash,
    createdAt,
    expiresAt: expiresAt === undefined ? repeatLifetime(key, createdAt) : expiresAt,
  });
  const oldExpiry = key.expiresAt;
  await sql.run(
    'UPDATE keys SET successor_id = ?, expires_at = ? WHERE id = ?',
    successorId,
    oldExpiry !== null && oldExpiry < oldExpiresAt ? oldExpiry : oldExpiresAt,
    id,
  );
  return successorId;
}

/** Returns the expiry time of a new key with the same lifetime as that of a key; null if that key never expires. */
function repeatLifetime(key: Pick<ApiKey, 'createdAt' | 'expiresAt'>, createdAt: string): string | null {
  if (key.expiresAt === null) return null;
  const lifetimeMs = Date.parse(key.expiresAt) - Date.parse(key.createdAt);
  return new Date(Date.parse(createdAt) + lifetimeMs).toISOString();
}

function createNoKeyError(id: string): StoreInputError {
  return new StoreInputError(`there is no key "${id}": list-keys shows the ids`);
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
  return { ...KEY.parse(row), project: toTextOrNull(row.project) };
}
