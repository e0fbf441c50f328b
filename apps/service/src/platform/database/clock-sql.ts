import type { ReadNewestLogs, StoreClock } from './clock.ts';
import { getText, type Sql, toTextOrNull } from './sql.ts';

/** Statements that read the latest time from tables to which every service writes. Each statement reads one row or a small table. */
const WRITTEN_TIMES_SQL = [
  'SELECT max(created_at) AS at FROM keys',
  'SELECT max(created_at) AS at FROM answers',
  'SELECT at FROM audit ORDER BY number DESC LIMIT 1',
  'SELECT updated_at AS at FROM context_items ORDER BY number DESC LIMIT 1',
];
const UPSERT_SQL = `INSERT INTO clock (name, at) VALUES ('maintenance', ?) ON CONFLICT (name) DO UPDATE SET at = excluded.at`;

export function createSqlClock(sql: Sql, newestLogs: ReadNewestLogs): StoreClock {
  return {
    async accepted() {
      const row = await sql.get("SELECT at FROM clock WHERE name = 'maintenance'");
      return row && getText(row, 'at');
    },
    async written() {
      const times: string[] = [];
      for (const statement of WRITTEN_TIMES_SQL) {
        const time = toTextOrNull((await sql.get(statement))?.at);
        if (time !== null) times.push(time);
      }
      return times.sort().at(-1);
    },
    newestLogs,
    async accept(time) {
      await sql.run(`${UPSERT_SQL} WHERE excluded.at > clock.at`, time);
    },
    async claim(job, time, intervalMs) {
      const toText = (at: number) => new Date(at).toISOString();
      const claimed = await sql.run(
        `INSERT INTO clock (name, at) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET at = excluded.at
         WHERE clock.at <= ? OR clock.at > ?`,
        job,
        toText(time),
        toText(time - intervalMs),
        toText(time + intervalMs),
      );
      return claimed > 0;
    },
    async release(job, time) {
      await sql.run('DELETE FROM clock WHERE name = ? AND at = ?', job, new Date(time).toISOString());
    },
    async confirm(time) {
      await sql.run(UPSERT_SQL, time);
    },
  };
}
