import type { Sql } from './sql.ts';

/**
 * Locks a project until the transaction ends. A limit or a uniqueness rule that is checked before an insert is safe with concurrent transactions only
 * if each of them calls this function before the check. SQLite runs only one writing transaction at a time, so the lock has no effect there.
 */
export async function lockProject(sql: Sql, projectId: string): Promise<void> {
  await sql.run('UPDATE projects SET name = name WHERE id = ?', projectId);
}
