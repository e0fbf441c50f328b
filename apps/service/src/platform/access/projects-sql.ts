import { lockProject } from '../database/lock-project.ts';
import { createId } from '../database/new-id.ts';
import { getNow, getText, type Sql } from '../database/sql.ts';
import { StoreInputError } from '../database/store-input-error.ts';
import { insertRow, selectColumns } from '../database/table.ts';
import type { Accounts, Member, MemberChange } from './accounts.ts';
import type { Role } from './roles.ts';
import { MEMBERS, PROJECTS } from './tables.ts';
import { readUserId } from './users-sql.ts';

type Projects = Pick<
  Accounts,
  | 'createProject'
  | 'projects'
  | 'setClosed'
  | 'setProjectName'
  | 'setAnonymousMcp'
  | 'anonymousProjects'
  | 'projectBySlug'
  | 'addMember'
  | 'setRole'
  | 'removeMember'
  | 'changeMember'
  | 'members'
  | 'listMembersBySlug'
  | 'reachableProject'
  | 'listProjects'
>;

export const PROJECT = selectColumns(PROJECTS, ['id', 'slug', 'name', 'createdAt'], 'p');
/** SQL expression for the role of a member; the table alias is `m`. */
export const ROLE = selectColumns(MEMBERS, ['role'], 'm');
const LISTED_PROJECT = selectColumns(PROJECTS, ['id', 'slug', 'name', 'createdAt', 'closedAt', 'anonymousMcp'], 'p');

export function createSqlProjects(sql: Sql): Projects {
  return {
    ...createSqlMembers(sql),
    createProject: (slug, name, owner) => createProject(sql, slug, name, owner),
    async projects() {
      const rows = await sql.all(`SELECT ${LISTED_PROJECT.columns} FROM projects p ORDER BY p.slug`);
      return rows.map(LISTED_PROJECT.parse);
    },
    async projectBySlug(slug) {
      const row = await sql.get(`SELECT ${LISTED_PROJECT.columns} FROM projects p WHERE p.slug = ?`, slug);
      if (!row) throw createNoProjectError(slug);
      return LISTED_PROJECT.parse(row);
    },
    async setAnonymousMcp(slug, on) {
      const changedRows = await sql.run('UPDATE projects SET anonymous_mcp = ? WHERE slug = ?', on, slug);
      if (changedRows === 0) throw createNoProjectError(slug);
    },
    async setProjectName(projectId, name) {
      await sql.run('UPDATE projects SET name = ? WHERE id = ?', name, projectId);
    },
    async anonymousProjects() {
      const rows = await sql.all(
        `SELECT ${PROJECT.columns} FROM projects p WHERE p.anonymous_mcp = ? AND p.closed_at IS NULL ORDER BY p.slug`,
        true,
      );
      return rows.map(PROJECT.parse);
    },
    async setClosed(slug, closed) {
      const changedRows = await sql.run(
        'UPDATE projects SET closed_at = ? WHERE slug = ?',
        closed ? getNow() : null,
        slug,
      );
      if (changedRows === 0) throw createNoProjectError(slug);
    },
    async listProjects(user) {
      const rows = await sql.all(
        `SELECT ${PROJECT.columns}, ${ROLE.columns} FROM projects p JOIN members m ON m.project_id = p.id
         WHERE m.user_id = ? AND p.closed_at IS NULL ORDER BY p.slug`,
        user,
      );
      return rows.map((row) => ({ ...PROJECT.parse(row), ...ROLE.parse(row) }));
    },
    async reachableProject(user, slug) {
      const row = await sql.get(
        `SELECT ${PROJECT.columns}, ${ROLE.columns} FROM projects p JOIN members m ON m.project_id = p.id
         WHERE p.slug = ? AND m.user_id = ? AND p.closed_at IS NULL`,
        slug,
        user,
      );
      return row && { project: PROJECT.parse(row), ...ROLE.parse(row) };
    },
  };
}

function createSqlMembers(
  sql: Sql,
): Pick<Projects, 'addMember' | 'setRole' | 'removeMember' | 'changeMember' | 'members' | 'listMembersBySlug'> {
  const readId = async (slug: string): Promise<string> => {
    const row = await sql.get('SELECT id FROM projects WHERE slug = ?', slug);
    if (!row) throw createNoProjectError(slug);
    return getText(row, 'id');
  };
  const listMembers = async (projectId: string): Promise<Member[]> => {
    const rows = await sql.all(
      `SELECT u.id, u.email, u.name, m.created_at, ${ROLE.columns} FROM members m JOIN users u ON u.id = m.user_id
       WHERE m.project_id = ? ORDER BY u.email`,
      projectId,
    );
    return rows.map((row) => ({
      userId: getText(row, 'id'),
      email: getText(row, 'email'),
      name: getText(row, 'name'),
      ...ROLE.parse(row),
      since: getText(row, 'created_at'),
    }));
  };
  const changeMember = async (projectId: string, userId: string, role: Role | null): Promise<MemberChange> => {
    // The lock prevents two transactions from removing the last two owners at the same time.
    await lockProject(sql, projectId);
    const allMembers = await listMembers(projectId);
    if (!allMembers.some((member) => member.userId === userId)) return 'no-member';
    if (role !== 'owner' && !allMembers.some((each) => each.role === 'owner' && each.userId !== userId))
      return 'last-owner';
    if (role === null) await removeMember(sql, projectId, userId);
    else await sql.run('UPDATE members SET role = ? WHERE project_id = ? AND user_id = ?', role, projectId, userId);
    return 'changed';
  };
  const change = async (slug: string, email: string, role: Role | null): Promise<void> => {
    const result = await changeMember(await readId(slug), await readUserId(sql, email), role);
    if (result === 'no-member') throw new StoreInputError(`"${email}" is not a member of project "${slug}"`);
    if (result === 'changed') return;
    throw new StoreInputError(
      `"${email}" is the last owner of project "${slug}", and no one could change its members: make another member an owner with set-role first, or close the project with close-project`,
    );
  };
  return {
    async addMember(slug, email, role = 'member') {
      await addMember(sql, await readId(slug), await readUserId(sql, email), role);
    },
    setRole: change,
    removeMember: (slug, email) => change(slug, email, null),
    changeMember,
    members: listMembers,
    listMembersBySlug: async (slug) => listMembers(await readId(slug)),
  };
}

async function createProject(sql: Sql, slug: string, name: string, owner: string): Promise<string> {
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(slug)) {
    throw new StoreInputError(`"${slug}" is not a valid slug: use at most 63 lower-case letters, digits and "-"`);
  }
  const ownerId = await readUserId(sql, owner);
  const id = createId('prj');
  const insertedRows = await insertRow(
    sql,
    PROJECTS,
    { id, slug, name, createdAt: getNow() },
    'ON CONFLICT DO NOTHING',
  );
  if (insertedRows === 0)
    throw new StoreInputError(
      `project "${slug}" already exists: choose another slug; list-projects shows all projects`,
    );
  await addMember(sql, id, ownerId, 'owner');
  return id;
}

async function addMember(sql: Sql, projectId: string, userId: string, role: Role): Promise<void> {
  await insertRow(sql, MEMBERS, { projectId, userId, createdAt: getNow(), role }, 'ON CONFLICT DO NOTHING');
}

/** Removes a member, and revokes the member's keys that are restricted to the project, so that they do not work again if the member is added again. */
async function removeMember(sql: Sql, projectId: string, userId: string): Promise<void> {
  await sql.run('DELETE FROM members WHERE project_id = ? AND user_id = ?', projectId, userId);
  await sql.run(
    'UPDATE keys SET revoked_at = ? WHERE project_id = ? AND user_id = ? AND revoked_at IS NULL',
    getNow(),
    projectId,
    userId,
  );
}

function createNoProjectError(slug: string): StoreInputError {
  return new StoreInputError(`there is no project "${slug}": list-projects shows all projects`);
}
