import { parseDelta } from '../../areas/logs/traffic-delta.ts';
import { getText, type Sql } from '../database/sql.ts';
import { upsert, writeInSlices } from '../database/upsert-sql.ts';
import type { Usage } from './usage.ts';

export function createSqlUsage(sql: Sql): Usage {
  return {
    async projectBytes(projectId) {
      const row = await sql.get(
        `SELECT (SELECT coalesce(sum(bytes), 0) FROM log_bytes WHERE project_id = ?)
           + (SELECT coalesce(sum(octet_length(title) + octet_length(content)), 0) FROM context_items WHERE project_id = ?) AS bytes`,
        projectId,
        projectId,
      );
      const pending = await sql.all('SELECT delta FROM traffic_pending WHERE project_id = ?', projectId);
      const pendingDays = pending.flatMap((each) => parseDelta(getText(each, 'delta')).days ?? []);
      return pendingDays.reduce((sum, { bytes }) => sum + bytes, Number(row?.bytes));
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
      await writeInSlices(added, (slice) =>
        upsert(
          sql,
          'key_usage',
          ['key_id', 'day'],
          ['bytes'],
          slice.map(({ keyId, day, bytes }) => [keyId, day, bytes]),
        ),
      );
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
