import { setImmediate } from 'node:timers/promises';
import { createId, createSeed } from '../../platform/database/new-id.ts';
import { RawJson } from '../../platform/database/raw-json.ts';
import { createValueRows, getText, type Sql, type SqlValue } from '../../platform/database/sql.ts';
import { getDayOfMinute, getMinute } from '../../platform/time/minutes.ts';
import { type LogIndexes, type LogSearchLimits, logSearch, parseSummary, SUMMARY_COLUMNS } from './log-search.ts';
import { getClientKind, getJson, type LogRecord, type Logs, logIdFrom, normalizeLog } from './store.ts';

/** Maximum number of logs in one statement. Like the limit of characters below, it bounds the time for indexing the URLs. */
const MAX_LOGS_PER_STATEMENT = 50;
const MAX_URL_CHARS_PER_STATEMENT = 32_768;
const LOG_COLUMNS = `${SUMMARY_COLUMNS}, request, response`;
const INSERTED_COLUMNS = `project_id, caller, route_source, ${LOG_COLUMNS}`.split(', ');

/** Stores what another area keeps of a batch of new logs, in the same transaction. */
export type LogSink = (sql: Sql, projectId: string, logs: readonly ClassifiedLog[]) => Promise<void>;

export function createSqlLogs(
  sql: Sql,
  indexes: LogIndexes,
  { sinks, limits }: { readonly sinks: readonly LogSink[]; readonly limits?: LogSearchLimits | undefined },
): Logs {
  const feedSinks = async (projectId: string, logs: readonly ClassifiedLog[]) => {
    for (const sink of sinks) await sink(sql, projectId, logs);
  };
  const insert = async (projectId: string, logs: readonly ClassifiedLog[]): Promise<void> => {
    await sql.run(`INSERT INTO logs ${getValues(logs)}`, ...getRows(projectId, logs));
  };
  /** Inserts logs. Returns the ids of the logs that were not stored before. */
  const insertNew = async (projectId: string, logs: readonly ClassifiedLog[]): Promise<Set<string>> => {
    const rows = await sql.all(
      `INSERT INTO logs ${getValues(logs)} ON CONFLICT (id) DO NOTHING RETURNING id`,
      ...getRows(projectId, logs),
    );
    return new Set(rows.map((row) => getText(row, 'id')));
  };
  return {
    async add(projectId, record) {
      const log = { id: createId('log'), ...normalizeLog(record) };
      const classifiedLog = classify(log);
      await insert(projectId, [classifiedLog]);
      await feedSinks(projectId, [classifiedLog]);
      return log;
    },
    async addAll(projectId, records) {
      const seed = createSeed();
      const logs = records.map((record, index) => classify({ id: logIdFrom(seed, index), ...normalizeLog(record) }));
      for (const batch of splitBatches(logs)) {
        await insert(projectId, batch);
        // Other requests can run at this point, because the SQLite API is synchronous and a batch of long URLs takes seconds.
        await setImmediate();
      }
      await feedSinks(projectId, logs);
      return seed;
    },
    async addNew(projectId, records) {
      const logs = [...new Map(records.map((log) => [log.id, classify({ ...log, ...normalizeLog(log) })])).values()];
      const addedLogs: ClassifiedLog[] = [];
      for (const batch of splitBatches(logs)) {
        const ids = await insertNew(projectId, batch);
        addedLogs.push(...batch.filter(({ id }) => ids.has(id)));
        await setImmediate();
      }
      await feedSinks(projectId, addedLogs);
      return addedLogs.length;
    },
    search: logSearch(sql, indexes, limits),
    async get(projectId, id) {
      const row = await sql.get(`SELECT ${LOG_COLUMNS} FROM logs WHERE project_id = ? AND id = ?`, projectId, id);
      if (!row) return undefined;
      return {
        ...parseSummary(row),
        request: new RawJson(getText(row, 'request')),
        response: new RawJson(getText(row, 'response')),
      };
    },
    prune: (...given) => pruneLogs(sql, ...given),
  };
}

async function pruneLogs(sql: Sql, projectId: string, before: string, limit: number): Promise<number> {
  // The time is set before the logs are deleted, so that a report never treats deleted logs as complete.
  await sql.run(
    `INSERT INTO traffic_state (project_id, minutes_since, hours_since, logs_since)
         SELECT CAST(? AS TEXT), 0, 0, CAST(? AS BIGINT) WHERE EXISTS (SELECT 1 FROM logs WHERE project_id = ? AND timestamp < ?)
         ON CONFLICT (project_id) DO UPDATE SET logs_since = excluded.logs_since
         WHERE excluded.logs_since > traffic_state.logs_since`,
    projectId,
    getMinute(before) + 1,
    projectId,
    before,
  );
  const deletedCount = await sql.run(
    `DELETE FROM logs WHERE number IN (
           SELECT number FROM logs WHERE project_id = ? AND timestamp < ? ORDER BY timestamp, number LIMIT ?
         )`,
    projectId,
    before,
    limit,
  );
  if (deletedCount < limit) {
    // A day whose logs are deleted in part counts in full until its last log is deleted.
    const firstDay = getDayOfMinute(getMinute(before));
    await sql.run('DELETE FROM log_bytes WHERE project_id = ? AND day < ?', projectId, firstDay);
  }
  return deletedCount;
}

/** A log with the values that are derived when it is stored. */
export interface ClassifiedLog extends LogRecord {
  /** Kind of client that sent the request; null if the log contains no user agent. */
  readonly caller: string | null;
  readonly requestText: string;
  readonly responseText: string;
  readonly bytes: number;
}

function getValues(logs: readonly ClassifiedLog[]): string {
  return `(${INSERTED_COLUMNS.join(', ')}) VALUES ${createValueRows(logs.length, INSERTED_COLUMNS.length)}`;
}

function getRows(projectId: string, logs: readonly ClassifiedLog[]): SqlValue[] {
  return logs.flatMap((log) => [
    projectId,
    log.caller,
    log.routeSource ?? null,
    log.id,
    log.status,
    log.method,
    log.url,
    log.groupEmail,
    log.timestamp,
    log.durationMs,
    log.route,
    log.userAgent,
    log.errorCode,
    log.environment,
    log.traceId,
    log.recoveryHintId,
    log.requestText,
    log.responseText,
  ]);
}

function classify(log: LogRecord): ClassifiedLog {
  const requestText = getJson(log.request);
  const responseText = getJson(log.response);
  const bytes = [log.url, requestText, responseText].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return { ...log, caller: getClientKind(log), requestText, responseText, bytes };
}

function* splitBatches(logs: readonly ClassifiedLog[]): Generator<ClassifiedLog[]> {
  let batch: ClassifiedLog[] = [];
  let urls = 0;
  for (const log of logs) {
    urls += log.url.length;
    if (batch.length === MAX_LOGS_PER_STATEMENT || (batch.length > 0 && urls > MAX_URL_CHARS_PER_STATEMENT)) {
      yield batch;
      batch = [];
      urls = log.url.length;
    }
    batch.push(log);
  }
  if (batch.length > 0) yield batch;
}
