import { newId } from './ids.ts';
import type { SqliteDatabase } from './sqlite-database.ts';
import { type Accounts, StoreInputError } from './store.ts';

export function sqliteAccounts(db: SqliteDatabase): Accounts {
  const now = () => new Date().toISOString();
  const idOf = (sql: string, what: string, name: string): string => {
    const id = db.get(sql, name)?.id;
    if (typeof id !== 'string') throw new StoreInputError(`there is no ${what} "${name}"`);
    return id;
  };
  const userId = (email: string) => idOf('SELECT id FROM users WHERE email = ?', 'user', email);
  return {
    async createUser(email) {
      if (db.get('SELECT 1 FROM users WHERE email = ?', email))
        throw new StoreInputError(`user "${email}" exists already`);
      const id = newId('usr');
      db.run('INSERT INTO users (id, email, created_at) VALUES (?, ?, ?)', id, email, now());
      return id;
    },
    async createProject(slug, name, owner) {
      if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(slug)) {
        throw new StoreInputError(`"${slug}" cannot be a slug: lower-case letters, digits and "-", at most 63`);
      }
      if (db.get('SELECT 1 FROM projects WHERE slug = ?', slug))
        throw new StoreInputError(`project "${slug}" exists already`);
      const ownerId = userId(owner);
      const id = newId('prj');
      db.begin();
      try {
        db.run('INSERT INTO projects (id, slug, name, created_at) VALUES (?, ?, ?, ?)', id, slug, name, now());
        db.run('INSERT INTO members (project_id, user_id) VALUES (?, ?)', id, ownerId);
        db.commit();
      } catch (error) {
        db.rollback();
        throw error;
      }
      return id;
    },
    async addMember(slug, email) {
      const projectId = idOf('SELECT id FROM projects WHERE slug = ?', 'project', slug);
      db.run(
        'INSERT INTO members (project_id, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
        projectId,
        userId(email),
      );
    },
    async createKey(email, access, hash) {
      const id = newId('key');
      const owner = userId(email);
      db.run(
        'INSERT INTO keys (id, user_id, access, hash, created_at) VALUES (?, ?, ?, ?, ?)',
        id,
        owner,
        access,
        hash,
        now(),
      );
      return id;
    },
    async caller(hash) {
      const row = db.get('SELECT id, user_id, access FROM keys WHERE hash = ?', hash);
      if (!row) return undefined;
      return {
        keyId: String(row.id),
        userId: String(row.user_id),
        access: row.access === 'full' ? 'full' : 'read-only',
      };
    },
    async reachableProject(user, slug) {
      const row = db.get(
        `SELECT p.id, p.slug, p.name, p.created_at FROM projects p JOIN members m ON m.project_id = p.id
         WHERE p.slug = ? AND m.user_id = ?`,
        slug,
        user,
      );
      if (!row) return undefined;
      return {
        id: String(row.id),
        slug: String(row.slug),
        name: String(row.name),
        createdAt: String(row.created_at),
      };
    },
  };
}
