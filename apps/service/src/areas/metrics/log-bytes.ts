import { getText, type Sql } from '../../platform/database/sql.ts';
import { parseDelta } from '../logs/traffic-delta.ts';

/** Reads the size of the logs of a project in bytes, including logs that are not folded yet. */
export async function readLogBytes(sql: Sql, projectId: string): Promise<number> {
  const row = await sql.get('SELECT coalesce(sum(bytes), 0) AS bytes FROM log_bytes WHERE project_id = ?', projectId);
  const pending = await sql.all('SELECT delta FROM traffic_pending WHERE project_id = ?', projectId);
  const pendingDays = pending.flatMap((each) => parseDelta(getText(each, 'delta')).days ?? []);
  return pendingDays.reduce((sum, { bytes }) => sum + bytes, Number(row?.bytes));
}
