import { getText, type Sql } from '../database/sql.ts';
import { upsert, writeInSlices } from '../database/upsert-sql.ts';
import { KEY_USAGE } from './tables.ts';
import type { Usage } from './usage.ts';

/** Reads the size of what an area stores for a project, in bytes. */
export type ReadProjectSize = (sql: Sql, projectId: string) => Promise<number>;

export function createSqlUsage(sql: Sql, projectSizes: readonly ReadProjectSize[]): Usage {
  return {
    async projectBytes(projectId) {
      const sizes = await Promise.all(projectSizes.map((read) => read(sql, projectId)));
      return sizes.reduce((sum, bytes) => sum + bytes, 0);
    },
    async keyBytes(keyId, day) {
      const row = await sql.get('SELECT bytes FROM key_usage WHERE key_id = ? AND day = ?', keyId, day);
      return Number(row?.bytes ?? 0);
    },
    async keys(day) {
      const rows = await sql.all('SELECT key_id, bytes FROM key_usage WHERE day = ? ORDER BY bytes DESC, key_id', day);
      return rows.map((row) => ({ keyId: getText(row, 'key_id'), day, bytes: Number(row.bytes) }));
    },
    async addKeyBytes(added) {
      await writeInSlices(added, (slice) => upsert(sql, KEY_USAGE, slice, { added: ['bytes'] }));
    },
    prune: (beforeDay, limit) =>
      sql.run(
        `DELETE FROM key_usage WHERE (key_id, day) IN (
           SELECT key_id, day FROM key_usage WHERE day < ? ORDER BY day, key_id LIMIT ?
         )`,
        beforeDay,
        limit,
      ),
  };
}
