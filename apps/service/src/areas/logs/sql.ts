import { setImmediate } from 'node:timers/promises';
import { createId, createSeed } from '../../platform/database/new-id.ts';
import { RawJson } from '../../platform/database/raw-json.ts';
import { getText, type Sql, type SqlValue } from '../../platform/database/sql.ts';
import { createInsert, selectColumns } from '../../platform/database/table.ts';
import { getDayOfMinute, getMinute } from '../../platform/time/minutes.ts';
import { type LogIndexes, type LogSearchLimits, logSearch } from './log-search.ts';
import {
  getJson,
  type LogClientKind,
  type LogRecord,
  type Logs,
  logIdFrom,
  normalizeLog,
  readClientKind,
} from './store.ts';
import { LOGS, SUMMARY, SUMMARY_PROPERTIES } from './tables.ts';

/** Maximum number of logs in one statement. Like the limit of characters below, it bounds the time for indexing the URLs. */
const MAX_LOGS_PER_STATEMENT = 50;
const MAX_URL_CHARS_PER_STATEMENT = 32_768;
const MESSAGES = selectColumns(LOGS, ['request', 'response']);

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
    const statement = createLogInsert(projectId, logs);
    await sql.run(statement.sql, ...statement.values);
  };
  /** Inserts logs. Returns the ids of the logs that were not stored before. */
  const insertNew = async (projectId: string, logs: readonly ClassifiedLog[]): Promise<Set<string>> => {
    const statement = createLogInsert(projectId, logs);
    const rows = await sql.all(`${statement.sql} ON CONFLICT (id) DO NOTHING RETURNING id`, ...statement.values);
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
      const row = await sql.get(
        `SELECT ${SUMMARY.columns}, ${MESSAGES.columns} FROM logs WHERE project_id = ? AND id = ?`,
        projectId,
        id,
      );
      if (!row) return undefined;
      const { request, response } = MESSAGES.parse(row);
      return { ...SUMMARY.parse(row), request: new RawJson(request), response: new RawJson(response) };
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
  readonly clientKind: LogClientKind | null;
  readonly requestText: string;
  readonly responseText: string;
  readonly bytes: number;
}

function createLogInsert(projectId: string, logs: readonly ClassifiedLog[]) {
  const rows = logs.map((log) => {
    const { clientKind, routeSource = null, requestText: request, responseText: response } = log;
    const row: Record<string, SqlValue> = { projectId, clientKind, routeSource, request, response };
    for (const property of SUMMARY_PROPERTIES) row[property] = log[property];
    return row;
  });
  return createInsert(LOGS, rows);
}

function classify(log: LogRecord): ClassifiedLog {
  const requestText = getJson(log.request);
  const responseText = getJson(log.response);
  const bytes = [log.url, requestText, responseText].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return { ...log, clientKind: readClientKind(log), requestText, responseText, bytes };
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
