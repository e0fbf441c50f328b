import type { SQLInputValue } from 'node:sqlite';
import { newId } from './ids.ts';
import type { Row, SqliteDatabase } from './sqlite-database.ts';
import type { LogRecord, Logs } from './store.ts';

const COLUMNS = 'id, status, method, url, group_email, timestamp, request, response';

export function sqliteLogs(db: SqliteDatabase): Logs {
  return {
    async add(projectId, record) {
      const log: LogRecord = { id: newId('log'), ...record };
      db.run(
        `INSERT INTO logs (project_id, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        projectId,
        log.id,
        log.status,
        log.method,
        log.url,
        log.groupEmail,
        log.timestamp,
        JSON.stringify(log.request ?? null),
        JSON.stringify(log.response ?? null),
      );
      return log;
    },
    async search(projectId, filters, limit) {
      const conditions = ['project_id = ?'];
      const values: SQLInputValue[] = [projectId];
      const where = (condition: string, value: SQLInputValue | undefined) => {
        if (value === undefined) return;
        conditions.push(condition);
        values.push(value);
      };
      where('status = ?', filters.status);
      where('method = ?', filters.method?.toUpperCase());
      where('instr(url, ?) > 0', filters.urlContains);
      where('group_email = ?', filters.groupEmail);
      where('timestamp >= ?', filters.since && utc(filters.since));
      where('timestamp <= ?', filters.until && utc(filters.until));
      const sql = `SELECT ${COLUMNS} FROM logs WHERE ${conditions.join(' AND ')} ORDER BY timestamp DESC, number DESC LIMIT ?`;
      return db.all(sql, ...values, limit).map(logOf);
    },
    async readAudited(projectId, logId, { caller, requestId }) {
      db.begin();
      try {
        const row = db.get(`SELECT ${COLUMNS} FROM logs WHERE project_id = ? AND id = ?`, projectId, logId);
        db.run(
          'INSERT INTO log_reads (at, project_id, log_id, user_id, key_id, request_id, outcome) VALUES (?, ?, ?, ?, ?, ?, ?)',
          new Date().toISOString(),
          projectId,
          logId,
          caller.userId,
          caller.keyId,
          requestId,
          row ? 'found' : 'not-found',
        );
        db.commit();
        return row && logOf(row);
      } catch (error) {
        db.rollback();
        throw error;
      }
    },
  };
}

/** A time as it is stored. Years beyond the four digits, which an offset can lead to, would not sort as text: they become the last ones. */
function utc(time: string): string {
  const text = new Date(time).toISOString();
  if (text.startsWith('+')) return '9999-12-31T23:59:59.999Z';
  return text.startsWith('-') ? '0000-01-01T00:00:00.000Z' : text;
}

function logOf(row: Row): LogRecord {
  return {
    id: String(row.id),
    status: Number(row.status),
    method: String(row.method),
    url: String(row.url),
    groupEmail: row.group_email === null ? null : String(row.group_email),
    timestamp: String(row.timestamp),
    request: JSON.parse(String(row.request)),
    response: JSON.parse(String(row.response)),
  };
}
