import { setImmediate } from 'node:timers/promises';
import type { SqlContext } from '../../platform/database/dialect.ts';
import { RawJson } from '../../platform/database/raw-json.ts';
import { createPlaceholders, getText, type Sql, type SqlRow, toTextOrNull } from '../../platform/database/sql.ts';
import { createInsert, selectColumns } from '../../platform/database/table.ts';
import { writeInSlices } from '../../platform/database/upsert-sql.ts';
import { storeLogsInPostgres } from './log-location.ts';
import { createLogRow, parseStoredLog } from './log-rows.ts';
import { type LogSearchLimits, logSearch } from './log-search.ts';
import type { ClassifiedLog, LogStorage, LogTimes } from './log-storage.ts';
import { createPostgresLogIndexes } from './postgres-indexes.ts';
import { createSqliteLogIndexes } from './sqlite-indexes.ts';
import { LOGS, SUMMARY } from './tables.ts';

/** Maximum number of logs in one statement. Like the limit of characters below, this limit bounds the time for indexing the URLs. */
const MAX_LOGS_PER_STATEMENT = 50;
const MAX_URL_CHARS_PER_STATEMENT = 32_768;
/** Number of logs per read when the counts are rebuilt from logs. */
const LOGS_PER_READ = 2_000;
const OUTCOMES_PER_READ = 1_000;
const MESSAGES = selectColumns(LOGS, ['request', 'response']);
const COUNTED_COLUMNS =
  'number, timestamp, method, url, route, route_source, environment, caller, status, duration_ms, error_code, group_email, octet_length(url) + octet_length(request) + octet_length(response) AS bytes';
const SIZE_SQL = 'length(request) + length(response) AS chars';

/** Stores logs in the table `logs` of the service's database. @param limits limits of the search. Default: the limits of the service. */
export function createSqlLogStorage({ sql, dialect }: SqlContext, limits?: LogSearchLimits): LogStorage {
  const indexes =
    dialect.name === 'sqlite' ? createSqliteLogIndexes(sql) : createPostgresLogIndexes(sql, dialect.runTimedQuery);
  return {
    ...(dialect.name === 'postgres' && { prepare: (switches) => storeLogsInPostgres(sql, switches) }),
    ...createInserts(sql),
    ...createCountedReads(sql),
    ...createErasingReads(sql),
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
    async hasLogsBefore(projectId, time) {
      const sqlText = 'SELECT 1 AS one FROM logs WHERE project_id = ? AND timestamp < ? LIMIT 1';
      return (await sql.get(sqlText, projectId, time)) !== undefined;
    },
    deleteBefore: (projectId, time, limit) =>
      sql.run(
        `DELETE FROM logs WHERE number IN (
           SELECT number FROM logs WHERE project_id = ? AND timestamp < ? ORDER BY timestamp, number LIMIT ?
         )`,
        projectId,
        time,
        limit,
      ),
    async listNewest(limit) {
      const rows = await sql.all('SELECT number, timestamp FROM logs ORDER BY number DESC LIMIT ?', limit);
      return rows.map((row) => ({ number: Number(row.number), timestamp: getText(row, 'timestamp') }));
    },
    replaceTexts: (_projectId, ...given) => replaceTexts(sql, ...given),
  };
}

function createInserts(sql: Sql): Pick<LogStorage, 'insert' | 'insertNew'> {
  return {
    async insert(projectId, logs) {
      for (const batch of splitBatches(logs)) {
        const statement = createLogInsert(projectId, batch);
        await sql.run(statement.sql, ...statement.values);
        // Other requests can run at this point, because the SQLite API is synchronous and a batch of long URLs takes seconds.
        await setImmediate();
      }
    },
    async insertNew(projectId, logs) {
      const addedLogs: ClassifiedLog[] = [];
      for (const batch of splitBatches(logs)) {
        const statement = createLogInsert(projectId, batch);
        const rows = await sql.all(`${statement.sql} ON CONFLICT (id) DO NOTHING RETURNING id`, ...statement.values);
        const ids = new Set(rows.map((row) => getText(row, 'id')));
        addedLogs.push(...batch.filter(({ id }) => ids.has(id)));
        await setImmediate();
      }
      return addedLogs;
    },
  };
}

/** Creates the functions that rebuild counts from logs, and that measure the effect of hints. */
function createCountedReads(
  sql: Sql,
): Pick<LogStorage, 'findFirstTime' | 'count' | 'list' | 'listOutcomes' | 'setRoutes'> {
  return {
    async findFirstTime(projectId, since) {
      const row = await sql.get(
        'SELECT min(timestamp) AS first FROM logs WHERE project_id = ? AND timestamp >= ?',
        projectId,
        since,
      );
      return toTextOrNull(row?.first) ?? undefined;
    },
    async count(projectId, { from, to }) {
      const row = await sql.get(
        'SELECT count(*) AS n FROM logs WHERE project_id = ? AND timestamp >= ? AND timestamp < ?',
        projectId,
        from,
        to,
      );
      return Number(row?.n);
    },
    async *list(projectId, times) {
      const read = createPagedRead(sql, projectId, times);
      for await (const rows of read(COUNTED_COLUMNS, [], LOGS_PER_READ)) yield rows.map(parseStoredLog);
    },
    async *listOutcomes(projectId, { method, route }, times) {
      const read = createPagedRead(sql, projectId, times);
      const columns = 'number, timestamp, method, group_email, status, error_code, recovery_hint_id';
      for await (const rows of read(columns, [route], OUTCOMES_PER_READ)) {
        yield rows
          .filter((row) => row.method === method)
          .map(({ group_email, status, error_code, recovery_hint_id }) => ({
            group_email,
            status,
            error_code,
            recovery_hint_id,
          }));
        // Other requests can run at this point, which is necessary because the SQLite API is synchronous.
        await setImmediate();
      }
    },
    async setRoutes(_projectId, changes) {
      for (const { numbers, route, source } of changes) {
        await writeInSlices(numbers, async (slice) => {
          const placeholders = createPlaceholders(slice.length);
          await sql.run(
            `UPDATE logs SET route = ?, route_source = ? WHERE number IN (${placeholders})`,
            route,
            source,
            ...slice,
          );
        });
      }
    },
  };
}

/** Creates the functions that find the logs of a user. */
function createErasingReads(
  sql: Sql,
): Pick<LogStorage, 'listAddresses' | 'listNewestAddresses' | 'listSizesOfAddress' | 'listSizesAfter'> {
  return {
    listAddresses: (...given) => listAddresses(sql, ...given),
    async listNewestAddresses(projectId, count) {
      const rows = await sql.all(
        `SELECT DISTINCT group_email FROM logs
         WHERE number > (SELECT max(number) FROM logs) - ? AND project_id = ? AND group_email IS NOT NULL`,
        count,
        projectId,
      );
      return rows.map((row) => getText(row, 'group_email'));
    },
    listSizesOfAddress: (projectId, address, limit) =>
      sql.all(
        `SELECT number, ${SIZE_SQL} FROM logs WHERE project_id = ? AND group_email = ? LIMIT ?`,
        projectId,
        address,
        limit,
      ),
    listSizesAfter: (projectId, position, lastNumber, limit) =>
      sql.all(
        `SELECT timestamp, number, ${SIZE_SQL} FROM logs
         WHERE project_id = ? AND (timestamp, number) > (?, ?) AND number <= ? ORDER BY timestamp, number LIMIT ?`,
        projectId,
        ...position,
        lastNumber,
        limit,
      ),
  };
}

/** Creates a function that reads the logs of a project in pages. */
function createPagedRead(sql: Sql, projectId: string, { from, to }: LogTimes) {
  return async function* (columns: string, route: readonly string[], limit: number): AsyncGenerator<SqlRow[]> {
    let position: readonly [string, number] = [from, 0];
    for (;;) {
      const rows = await sql.all(
        `SELECT ${columns} FROM logs
         WHERE project_id = ? ${route.length > 0 ? 'AND route = ?' : ''} AND (timestamp, number) > (?, ?) AND timestamp < ?
         ORDER BY timestamp, number LIMIT ?`,
        projectId,
        ...route,
        ...position,
        to,
        limit,
      );
      const last = rows.at(-1);
      if (!last) return;
      yield rows;
      position = [getText(last, 'timestamp'), Number(last.number)];
    }
  };
}

/** Returns distinct email addresses. The query uses the index to skip from one email address to the next, so its time does not depend on the number of logs. */
async function listAddresses(sql: Sql, projectId: string, after: string, limit: number): Promise<string[]> {
  const rows = await sql.all(
    `WITH RECURSIVE addresses (address) AS (
       SELECT min(group_email) FROM logs WHERE project_id = ? AND group_email > ?
       UNION ALL
       SELECT (SELECT min(group_email) FROM logs WHERE project_id = ? AND group_email > address) FROM addresses
       WHERE address IS NOT NULL
     )
     SELECT address FROM addresses WHERE address IS NOT NULL LIMIT ?`,
    projectId,
    after,
    projectId,
    limit,
  );
  return rows.map((row) => getText(row, 'address'));
}

async function replaceTexts(
  sql: Sql,
  numbers: readonly number[],
  columns: readonly string[],
  list: Parameters<LogStorage['replaceTexts']>[3],
): Promise<number> {
  if (numbers.length === 0) return 0;
  const selectedColumns = ['number', 'group_email', ...columns].join(', ');
  const rows = await sql.all(
    `SELECT ${selectedColumns} FROM logs WHERE number IN (${createPlaceholders(numbers.length)})`,
    ...numbers,
  );
  let changedCount = 0;
  for (const { number = null, ...read } of rows) {
    for (let row: SqlRow | undefined = read; row !== undefined; ) {
      const replacements = list(row);
      if (replacements.length === 0) break;
      const changed = await sql.run(
        `UPDATE logs SET ${replacements.map(({ column }) => `${column} = CAST(? AS TEXT)`).join(', ')}
         WHERE number = ? AND ${replacements.map(({ column }) => `${column} = ?`).join(' AND ')}`,
        ...replacements.map(({ value }) => value),
        number,
        ...replacements.map(({ oldValue }) => oldValue),
      );
      changedCount += changed;
      if (changed > 0) break;
      row = await sql.get(`SELECT ${selectedColumns} FROM logs WHERE number = ?`, number);
    }
  }
  return changedCount;
}

function createLogInsert(projectId: string, logs: readonly ClassifiedLog[]) {
  const rows = logs.map((log) => createLogRow(projectId, log));
  return createInsert(LOGS, rows);
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
