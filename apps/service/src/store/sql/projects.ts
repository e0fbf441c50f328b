import type { Accounts, ListedProject, Member, Project } from '../accounts.ts';
import { newId } from '../new-id.ts';
import { StoreInputError } from '../store-input-error.ts';
import { now, type Sql, type SqlRow, textIn, textOrNull, toBoolean } from './sql.ts';
import { readUserId } from './users.ts';

type Projects = Pick<
  Accounts,
  | 'createProject'
  | 'projects'
  | 'setClosed'
  | 'setAnonymousMcp'
  | 'anonymousProjects'
  | 'projectBySlug'
  | 'addMember'
  | 'removeMember'
  | 'members'
  | 'membersOf'
  | 'reachableProject'
>;

export const PROJECT_COLUMNS = 'p.id, p.slug, p.name, p.created_at';
const LISTED_COLUMNS = `${PROJECT_COLUMNS}, p.closed_at, p.anonymous_mcp`;

export function sqlProjects(sql: Sql): Projects {
  return {
    ...sqlMembers(sql),
    createProject: (slug, name, owner) => createProject(sql, slug, name, owner),
    async projects() {
      const rows = await sql.all(`SELECT ${LISTED_COLUMNS} FROM projects p ORDER BY p.slug`);
      return rows.map(parseListed);
    },
    async projectBySlug(slug) {
      const row = await sql.get(`SELECT ${LISTED_COLUMNS} FROM projects p WHERE p.slug = ?`, slug);
      if (!row) throw noProject(slug);
      return parseListed(row);
    },
    async setAnonymousMcp(slug, on) {
      const changedRows = await sql.run('UPDATE projects SET anonymous_mcp = ? WHERE slug = ?', on, slug);
      if (changedRows === 0) throw noProject(slug);
    },
    async anonymousProjects() {
      const rows = await sql.all(
        `SELECT ${PROJECT_COLUMNS} FROM projects p WHERE p.anonymous_mcp = ? AND p.closed_at IS NULL ORDER BY p.slug`,
        true,
      );
      return rows.map(parseProject);
    },
    async setClosed(slug, closed) {
      const changedRows = await sql.run(
        'UPDATE projects SET closed_at = ? WHERE slug = ?',
        closed ? now() : null,
        slug,
      );
      if (changedRows === 0) throw noProject(slug);
    },
    async reachableProject(user, slug) {
      const row = await sql.get(
        `SELECT ${PROJECT_COLUMNS} FROM projects p JOIN members m ON m.project_id = p.id
         WHERE p.slug = ? AND m.user_id = ? AND p.closed_at IS NULL`,
        slug,
        user,
      );
      return row && parseProject(row);
    },
  };
}

function sqlMembers(sql: Sql): Pick<Projects, 'addMember' | 'removeMember' | 'members' | 'membersOf'> {
  const readId = async (slug: string): Promise<string> => {
    const row = await sql.get('SELECT id FROM projects WHERE slug = ?', slug);
    if (!row) throw noProject(slug);
    return textIn(row, 'id');
  };
  const listMembers = async (projectId: string): Promise<Member[]> => {
    const rows = await sql.all(
      `SELECT u.id, u.email, m.created_at FROM members m JOIN users u ON u.id = m.user_id
       WHERE m.project_id = ? ORDER BY u.email`,
      projectId,
    );
    return rows.map((row) => ({
      userId: textIn(row, 'id'),
      email: textIn(row, 'email'),
      since: textIn(row, 'created_at'),
    }));
  };
  return {
    async addMember(slug, email) {
      await addMember(sql, await readId(slug), await readUserId(sql, email));
    },
    async removeMember(slug, email) {
      const [projectId, userId] = [await readId(slug), await readUserId(sql, email)];
      const allMembers = await listMembers(projectId);
      if (!allMembers.some((member) => member.userId === userId)) {
        throw new StoreInputError(`"${email}" is not a member of project "${slug}"`);
      }
      if (allMembers.length === 1) {
        throw new StoreInputError(
          `"${email}" is the last member of project "${slug}", and no key would have access to it: add another member first, or close the project with close-project`,
        );
      }
      await sql.run('DELETE FROM members WHERE project_id = ? AND user_id = ?', projectId, userId);
    },
    members: listMembers,
    membersOf: async (slug) => listMembers(await readId(slug)),
  };
}

async function createProject(sql: Sql, slug: string, name: string, owner: string): Promise<string> {
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(slug)) {
    throw new StoreInputError(`"${slug}" is not a valid slug: use at most 63 lower-case letters, digits and "-"`);
  }
  const ownerId = await readUserId(sql, owner);
  const id = newId('prj');
  const insertedRows = await sql.run(
    'INSERT INTO projects (id, slug, name, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    id,
    slug,
    name,
    now(),
  );
  if (insertedRows === 0) throw new StoreInputError(`project "${slug}" exists already`);
  await addMember(sql, id, ownerId);
  return id;
}

async function addMember(sql: Sql, projectId: string, userId: string): Promise<void> {
  await sql.run(
    'INSERT INTO members (project_id, user_id, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    projectId,
    userId,
    now(),
  );
}

export function parseProject(row: SqlRow): Project {
  return {
    id: textIn(row, 'id'),
    slug: textIn(row, 'slug'),
    name: textIn(row, 'name'),
    createdAt: textIn(row, 'created_at'),
  };
}

function parseListed(row: SqlRow): ListedProject {
  return { ...parseProject(row), closedAt: textOrNull(row.closed_at), anonymousMcp: toBoolean(row.anonymous_mcp) };
}

function noProject(slug: string): StoreInputError {
  return new StoreInputError(`there is no project "${slug}"`);
}
