import { normalizeUser } from '@context-sync/core/user-identity';
import { decodeCursor } from '../../../platform/database/cursor.ts';
import type { SqlRow, SqlValue } from '../../../platform/database/sql.ts';
import { StoreUnavailableError } from '../../../platform/database/store-unavailable-error.ts';
import { clampToUtc, formatFilterValue, SCANNED_FILTERS } from '../log-conditions.ts';
import { getLogCursorList, LogPage, logCursor, parsePosition } from '../log-page.ts';
import type { LogSearchLimits } from '../log-search.ts';
import type { LogPosition } from '../log-storage.ts';
import type { LogSearch, Logs } from '../store.ts';
import { SUMMARY } from '../tables.ts';
import type { ClickHouse } from './clickhouse-client.ts';
import { isStatementTimeout } from './clickhouse-errors.ts';
import type { ReadCommittedLogs } from './committed-read.ts';

/**
 * Limits of the service. `lookupTimeout` is that of each statement. An index lookup in ten million logs takes less than 100 ms, and a scan of a batch
 * about as long, so only an overloaded server exceeds them. The times add up to less than the deadline of a request.
 */
const SEARCH_LIMITS: LogSearchLimits = { time: 3_000, batchSize: 500_000, lookupTimeout: 3_000 };
/** Timeout in milliseconds of a statement if there is no other timeout. */
const STATEMENT_TIMEOUT_MS = 12_000;
const NEWEST_FIRST = 'ORDER BY project_id DESC, timestamp DESC, number DESC';
/** Divisor of the batch size after a batch that took too long. */
const BATCH_SIZE_DIVISOR = 8;
const MIN_BATCH_SIZE = 5_000;

/**
 * Searches logs in the order of the primary key, from new to old. ClickHouse uses the indexes of the table to skip granules. If that takes too long,
 * scans the logs in batches until the time limit, and returns the logs that were found.
 */
export function createClickHouseSearch(
  readCommittedLogs: ReadCommittedLogs,
  clickHouse: ClickHouse,
  limits: LogSearchLimits = SEARCH_LIMITS,
): Logs['search'] {
  return async (projectId, search, { limit, cursor, filters = search }) => {
    const cursorList = getLogCursorList(projectId, filters);
    /** Position of the last log that was read. */
    let position: LogPosition | undefined =
      cursor === undefined ? undefined : decodeCursor(cursorList, cursor, logCursor);
    const { condition: committedCondition, lastNumber } = await readCommittedLogs();
    let mustLimitNumbers = false;
    const page = new LogPage(cursorList, limit);
    /** Adds the matching logs from the position up to and including `end`. @returns whether the page is full; undefined if a statement took too long */
    const addLogs = async (end: LogPosition | undefined, timeoutMs: number): Promise<boolean | undefined> => {
      for (;;) {
        const { missing } = page;
        const whereConditions = createConditions(projectId, search, position, end);
        whereConditions.add(committedCondition);
        if (mustLimitNumbers) whereConditions.add(`number <= ${lastNumber}`);
        const rows = await clickHouse
          .all(
            `SELECT number, ${SUMMARY.columns} FROM logs WHERE ${whereConditions.text} ${NEWEST_FIRST} LIMIT ${missing}`,
            whereConditions.values,
            timeoutMs,
          )
          .catch(ignoreTimeout);
        if (rows === undefined) return undefined;
        // Nearly no search finds logs that are newer than the search. The condition takes longer than most searches, because it reads all numbers.
        if (!mustLimitNumbers && rows.some(({ number }) => Number(number) > lastNumber)) {
          mustLimitNumbers = true;
          continue;
        }
        const last = rows.at(-1);
        if (last) position = parsePosition(formatTimes(last));
        if (page.add(rows.map(formatTimes))) return true;
        if (rows.length < missing) return false;
      }
    };
    const batchTimeoutMs = limits.lookupTimeout || STATEMENT_TIMEOUT_MS;
    /** Adds the matching logs of the next batch. @returns its end, and whether the page is full; undefined if a statement took too long */
    const addBatch = async (size: number) => {
      const { until, since } = search;
      const { text, values } = createConditions(projectId, { until, since }, position);
      const rows = await clickHouse
        .all(
          `SELECT timestamp, number FROM logs WHERE ${text} ${NEWEST_FIRST} LIMIT 1 OFFSET ${size - 1}`,
          values,
          batchTimeoutMs,
        )
        .catch(ignoreTimeout);
      if (rows === undefined) return undefined;
      // Without a last log, the batch contains all remaining logs.
      const end = rows[0] && parsePosition(formatTimes(rows[0]));
      const isFull = await addLogs(end, batchTimeoutMs);
      return isFull === undefined ? undefined : { end, isFull };
    };
    if (limits.lookupTimeout > 0 && (await addLogs(undefined, limits.lookupTimeout)) !== undefined) return page.end();
    const deadline = performance.now() + limits.time;
    for (let { batchSize } = limits; ; ) {
      const batch = await addBatch(batchSize);
      if (batch === undefined) {
        if (batchSize <= MIN_BATCH_SIZE)
          throw new StoreUnavailableError('ClickHouse is too slow to search logs', {
            database: 'ClickHouse',
            isExternal: true,
          });
        batchSize = Math.max(MIN_BATCH_SIZE, Math.floor(batchSize / BATCH_SIZE_DIVISOR));
        continue;
      }
      const { end, isFull } = batch;
      if (isFull || end === undefined) return page.end();
      position = end;
      if (performance.now() > deadline) return page.endAt(end);
    }
  };
}

/** Returns undefined for a statement that was ended because it took too long. */
function ignoreTimeout(error: unknown): undefined {
  if (!isStatementTimeout(error)) throw error;
}

/** A WHERE clause with the values of its placeholders. */
class Where {
  readonly #conditions: string[] = [];
  readonly values: Record<string, SqlValue> = {};

  get text(): string {
    return this.#conditions.join(' AND ');
  }

  add(condition: string): void {
    this.#conditions.push(condition);
  }

  /** Adds the comparison of a column with a value. */
  compare(column: string, operator: string, type: 'String' | 'Int64' | 'Float64', value: SqlValue | undefined): void {
    if (value === undefined) return;
    const name = `v${this.#conditions.length}`;
    this.#conditions.push(`${column} ${operator} {${name}:${type}}`);
    this.values[name] = value;
  }
}

/** @param end position of the last log to read. Default: the oldest log. */
function createConditions(
  projectId: string,
  search: LogSearch,
  start: LogPosition | undefined,
  end?: LogPosition,
): Where {
  const searchProperties: Readonly<Record<string, unknown>> = { ...search };
  const whereConditions = new Where();
  whereConditions.compare('project_id', '=', 'String', projectId);
  if (start) {
    const [timestamp, number] = [toMilliseconds(start[0]), start[1]];
    whereConditions.add(`timestamp <= ${timestamp} AND (timestamp < ${timestamp} OR number < ${number})`);
  }
  if (end) {
    const [timestamp, number] = [toMilliseconds(end[0]), end[1]];
    whereConditions.add(`timestamp >= ${timestamp} AND (timestamp > ${timestamp} OR number >= ${number})`);
  }
  if (search.until !== undefined) whereConditions.add(`timestamp <= ${toMilliseconds(clampToUtc(search.until))}`);
  if (search.since !== undefined) whereConditions.add(`timestamp >= ${toMilliseconds(clampToUtc(search.since))}`);
  whereConditions.compare('trace_id', '=', 'String', search.traceId?.toWellFormed());
  const address = search.groupEmail?.toWellFormed();
  if (address !== undefined) whereConditions.compare('address', '=', 'String', normalizeUser(address));
  whereConditions.compare('route', '=', 'String', search.route?.toWellFormed());
  whereConditions.compare('status', '=', 'Int64', search.status);
  whereConditions.compare('method', '=', 'String', search.method?.toUpperCase().toWellFormed());
  whereConditions.compare('intDiv(status, 100)', '=', 'Int64', search.statusClass && Number(search.statusClass[0]));
  for (const { property, name } of SCANNED_FILTERS) {
    whereConditions.compare(name, '=', 'String', formatFilterValue(searchProperties[property]));
  }
  whereConditions.compare('duration_ms', '>=', 'Float64', search.minDurationMs);
  const text = search.urlContains?.toWellFormed();
  if (text !== undefined) whereConditions.compare('url', 'LIKE', 'String', `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`);
  return whereConditions;
}

/** Returns a time in the stored format as milliseconds since 1970. */
export function toMilliseconds(time: string): number {
  return new Date(time).getTime();
}

/** Returns a row of ClickHouse with its time in the stored format. */
export function formatTimes(row: SqlRow): SqlRow {
  return { ...row, timestamp: new Date(Number(row.timestamp)).toISOString(), number: Number(row.number) };
}
