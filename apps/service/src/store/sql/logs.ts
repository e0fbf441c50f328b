import { newId } from '../ids.ts';
import type { LogRecord, Logs } from '../logs.ts';
import { type LogIndexes, type LogSearchLimits, logSearch, summaryOf } from './log-search.ts';
import type { Sql } from './sql.ts';

const COLUMNS = 'id, status, method, url, group_email, timestamp, request, response';

export function sqlLogs(sql: Sql, indexes: LogIndexes, limits?: LogSearchLimits): Logs {
  return {
    async add(projectId, record) {
      const log: LogRecord = {
        id: newId('log'),
        ...record,
        method: record.method.toWellFormed(),
        url: record.url.toWellFormed(),
        groupEmail: record.groupEmail?.toWellFormed() ?? null,
      };
      await sql.run(
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
    search: logSearch(sql, indexes, limits),
    async get(projectId, id) {
      const row = await sql.get(`SELECT ${COLUMNS} FROM logs WHERE project_id = ? AND id = ?`, projectId, id);
      if (!row) return undefined;
      return {
        ...summaryOf(row),
        request: JSON.parse(String(row.request)),
        response: JSON.parse(String(row.response)),
      };
    },
    prune: (projectId, before, limit) =>
      sql.run(
        `DELETE FROM logs WHERE number IN (
           SELECT number FROM logs WHERE project_id = ? AND timestamp < ? ORDER BY timestamp, number LIMIT ?
         )`,
        projectId,
        before,
        limit,
      ),
  };
}
