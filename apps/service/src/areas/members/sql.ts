import { MEMBERS } from '../../platform/access/tables.ts';
import { checkEmail } from '../../platform/access/users-sql.ts';
import { lockProject } from '../../platform/database/lock-project.ts';
import { createId } from '../../platform/database/new-id.ts';
import { getNow, getText, type Sql, type SqlRow, toTextOrNull } from '../../platform/database/sql.ts';
import { insertRow, selectColumns } from '../../platform/database/table.ts';
import {
  type FoundInvite,
  type Invite,
  type InviteRenewal,
  type InviteResult,
  type Invites,
  MAX_INVITES_PER_DAY,
  type NewInvite,
} from './store.ts';
import { INVITES } from './tables.ts';

const DAY_MS = 86_400_000;
/** Time in milliseconds for which an invite is kept after it has expired, so that its link shows a message that it has expired. */
const KEEP_EXPIRED_MS = 90 * DAY_MS;

const INVITE = selectColumns(INVITES, ['id', 'email', 'role', 'state', 'createdAt', 'expiresAt'], 'i');
const STORED_INVITE = selectColumns(INVITES, [
  'projectId',
  'email',
  'role',
  'hash',
  'invitedBy',
  'createdAt',
  'expiresAt',
]);
const INVITES_SQL = `SELECT ${INVITE.columns}, u.email AS invited_by FROM invites i LEFT JOIN users u ON u.id = i.invited_by`;

export function createSqlInvites(sql: Sql): Invites {
  const find = async (hash: string): Promise<FoundInvite | undefined> => {
    const row = await sql.get(
      `SELECT ${INVITE.columns}, u.email AS invited_by, p.id AS project_id, p.slug, p.name, p.created_at AS project_created_at, p.closed_at
       FROM invites i JOIN projects p ON p.id = i.project_id LEFT JOIN users u ON u.id = i.invited_by WHERE i.hash = ?`,
      hash,
    );
    return row && parseFound(row);
  };
  return {
    create: (projectId, invite) => createInvite(sql, projectId, invite),
    renew: (projectId, id, token) => renewInvite(sql, projectId, id, token),
    async list(projectId) {
      const rows = await sql.all(
        `${INVITES_SQL} WHERE i.project_id = ? AND i.state = 'pending' ORDER BY i.email, i.id`,
        projectId,
      );
      return rows.map(parseInvite);
    },
    async get(projectId, id) {
      const row = await sql.get(
        `${INVITES_SQL} WHERE i.project_id = ? AND i.id = ? AND i.state = 'pending'`,
        projectId,
        id,
      );
      return row && parseInvite(row);
    },
    revoke: async (projectId, id) =>
      (await sql.run(
        "UPDATE invites SET state = 'revoked' WHERE project_id = ? AND id = ? AND state = 'pending'",
        projectId,
        id,
      )) > 0,
    find,
    async accept(hash, userId) {
      const invite = await find(hash);
      if (invite?.state !== 'pending') return invite;
      const acceptedCount = await sql.run(
        "UPDATE invites SET state = 'accepted' WHERE hash = ? AND state = 'pending' AND expires_at > ?",
        hash,
        getNow(),
      );
      // Another transaction has used, revoked or replaced the invite in the meantime.
      if (acceptedCount === 0) return find(hash);
      const member = { projectId: invite.project.id, userId, createdAt: getNow(), role: invite.role };
      await insertRow(sql, MEMBERS, member, 'ON CONFLICT DO NOTHING');
      return invite;
    },
  };
}

async function createInvite(
  sql: Sql,
  projectId: string,
  { email, role, userId, hash, expiresAt }: NewInvite,
): Promise<InviteResult> {
  checkEmail(email);
  // The lock prevents two transactions from inviting the same email address at the same time.
  await lockProject(sql, projectId);
  if (await hasTooMany(sql, projectId)) return { result: 'too-many' };
  const members = await sql.all(
    'SELECT u.email FROM members m JOIN users u ON u.id = m.user_id WHERE m.project_id = ?',
    projectId,
  );
  // The email addresses are compared here instead of in SQL, because the result of lower() depends on the database and its locale.
  const isSame = (row: SqlRow) => getText(row, 'email').toLowerCase() === email.toLowerCase();
  if (members.some(isSame)) return { result: 'member' };
  const pendingInvites = await sql.all(
    "SELECT id, email FROM invites WHERE project_id = ? AND state = 'pending'",
    projectId,
  );
  for (const row of pendingInvites.filter(isSame))
    await sql.run("UPDATE invites SET state = 'replaced' WHERE id = ?", getText(row, 'id'));
  const id = createId('inv');
  await insertRow(sql, INVITES, {
    id,
    projectId,
    email,
    role,
    hash,
    state: 'pending',
    invitedBy: userId,
    createdAt: getNow(),
    expiresAt,
  });
  return readCreated(sql, id);
}

async function renewInvite(
  sql: Sql,
  projectId: string,
  id: string,
  { hash, expiresAt }: InviteRenewal,
): Promise<InviteResult | undefined> {
  await lockProject(sql, projectId);
  const row = await sql.get(
    `SELECT ${STORED_INVITE.columns} FROM invites WHERE project_id = ? AND id = ? AND state = 'pending'`,
    projectId,
    id,
  );
  if (!row) return undefined;
  if (await hasTooMany(sql, projectId)) return { result: 'too-many' };
  await sql.run(
    'UPDATE invites SET hash = ?, created_at = ?, expires_at = ? WHERE id = ?',
    hash,
    getNow(),
    expiresAt,
    id,
  );
  const replaced = { ...STORED_INVITE.parse(row), id: createId('inv'), state: 'replaced' } as const;
  await insertRow(sql, INVITES, replaced);
  return readCreated(sql, id);
}

/** Deletes old invites, and returns whether a project must not send more of them today. */
async function hasTooMany(sql: Sql, projectId: string): Promise<boolean> {
  const now = Date.now();
  await sql.run('DELETE FROM invites WHERE expires_at < ?', new Date(now - KEEP_EXPIRED_MS).toISOString());
  const recent = await sql.get(
    'SELECT count(*) AS count FROM invites WHERE project_id = ? AND created_at > ?',
    projectId,
    new Date(now - DAY_MS).toISOString(),
  );
  return Number(recent?.count) >= MAX_INVITES_PER_DAY;
}

async function readCreated(sql: Sql, id: string): Promise<InviteResult> {
  const row = await sql.get(`${INVITES_SQL} WHERE i.id = ?`, id);
  if (!row) throw new Error('the invite was not stored');
  return { result: 'created', invite: parseInvite(row) };
}

function parseInvite(row: SqlRow): Invite {
  const { state: _state, ...invite } = INVITE.parse(row);
  const status = invite.expiresAt > getNow() ? 'pending' : 'expired';
  return { ...invite, status, invitedBy: toTextOrNull(row.invited_by) };
}

function parseFound(row: SqlRow): FoundInvite {
  const { id, email, role, state, expiresAt } = INVITE.parse(row);
  const project = {
    id: getText(row, 'project_id'),
    slug: getText(row, 'slug'),
    name: getText(row, 'name'),
    createdAt: getText(row, 'project_created_at'),
  };
  const isExpired = state === 'pending' && expiresAt <= getNow();
  // No one can become a member of a closed project.
  const isClosed = state === 'pending' && toTextOrNull(row.closed_at) !== null;
  return {
    id,
    project,
    email,
    role,
    state: isClosed ? 'revoked' : isExpired ? 'expired' : state,
    invitedBy: toTextOrNull(row.invited_by),
  };
}
