import { setImmediate } from 'node:timers/promises';
import { decodeCursor } from '../../platform/database/cursor.ts';
import type { Sql, SqlRow, SqlValue } from '../../platform/database/sql.ts';
import { type Condition, joinConditions, logConditions, type ScannedIndex } from './log-conditions.ts';
import { getLogCursorList, LogPage, logCursor, parsePosition } from './log-page.ts';
import type { LogPosition } from './log-storage.ts';
import type { Logs } from './store.ts';
import { listLogColumns, SUMMARY } from './tables.ts';

/** Index-dependent SQL and lookups of logs, which differ by database. */
export interface LogIndexes {
  /** Returns the FROM clause of a scan. The clause forces the use of the index if the planner of the store might not select it. */
  along(index: ScannedIndex): string;
  /** SQL condition for a URL that contains the text of the placeholder, with the same letter case. */
  readonly contains: string;
  /** Returns the condition for logs of an email address in any letter case, for which the index `logs_by_address` exists. */
  isFrom(address: string): Condition;
  /** SQL condition for a log whose number is in the JSON array of the placeholder. */
  readonly among: string;
  /**
   * Returns the numbers of logs before a position, including all logs whose URL contains the text. Returns undefined if there are too many
   * candidates, or if the lookup takes longer than `time` milliseconds.
   * @param text text of at least three characters, which is the minimum of the index
   */
  candidates(
    projectId: string,
    text: string,
    position: LogPosition,
    time: number,
  ): Promise<readonly number[] | undefined>;
}

export interface LogSearchLimits {
  /** Time in milliseconds after which a search ends with the logs that were found, at the end of a batch. */
  readonly time: number;
  /** Number of logs in a batch of the scan. Other requests can run between batches. */
  readonly batchSize: number;
  /** Time in milliseconds after which a lookup in the URL index is canceled. */
  readonly lookupTimeout: number;
}

/**
 * Limits of the service. With 20 ms for the scan, even a slow batch ends within 50 ms, because a log that is not cached takes 20 to 100 µs. In a
 * million logs, a lookup of a rare text with frequent trigrams takes PostgreSQL 30 to 80 ms, while a scan for the same logs would return hundreds of
 * empty pages.
 */
export const LOG_SEARCH_LIMITS: LogSearchLimits = { time: 20, batchSize: 200, lookupTimeout: 1_000 };
/** Minimum length of a text that can be looked up in the URL index. */
const MIN_INDEXED_CHARS = 3;
/**
 * Minimum ratio of matching logs for which a text is considered frequent. For a frequent text, a scan fills a page quickly, while a lookup takes
 * long.
 */
const FREQUENT_WORD_RATIO = 0.01;

const SUMMARY_COLUMNS = `number, ${SUMMARY.columns}`;
/** The columns of a log summary, and the columns that search conditions compare. */
const CHECKED_COLUMNS = [
  ...new Set([
    'project_id',
    ...listLogColumns((column) => column.isFilterable).map(({ name }) => name),
    ...SUMMARY_COLUMNS.split(', '),
  ]),
].join(', ');
const NEWEST_FIRST = 'ORDER BY timestamp DESC, number DESC';
/** SQL clause that prevents the planner from evaluating the outer conditions first, with an index that it would have to scan completely. */
const OPTIMIZER_FENCE = 'LIMIT 1000000';

/**
 * Searches logs by scanning an index from new to old in batches until the time limit. Looks up a text in the URL index, unless the scan shows that
 * the text is frequent. After a failed lookup, the scan may take as long as the lookup did, so that every page makes progress.
 */
export function logSearch(sql: Sql, indexes: LogIndexes, limits: LogSearchLimits = LOG_SEARCH_LIMITS): Logs['search'] {
  const readRows = createRowReader(sql);
  const findEndOfBatch = async (table: string, conditions: readonly Condition[]): Promise<LogPosition | undefined> => {
    const { sql: scanned, values } = joinConditions(conditions);
    const row = await sql.get(
      `SELECT timestamp, number FROM ${table} WHERE ${scanned} ${NEWEST_FIRST} LIMIT 1 OFFSET ?`,
      ...values,
      limits.batchSize - 1,
    );
    return row && parsePosition(row);
  };

  const addCandidates = async (
    page: LogPage,
    candidateConditions: Condition[],
    matching: Condition[],
    start: LogPosition,
  ) => {
    let from = start;
    for (;;) {
      const { missing } = page;
      const rows = await readRows('logs', candidateConditions, [...matching, comparePosition('<', from)], missing);
      const lastRow = rows.at(-1);
      if (page.add(rows) || lastRow === undefined || rows.length < missing) return page.end();
      from = parsePosition(lastRow);
    }
  };

  return async (projectId, search, { limit, cursor, filters = search }) => {
    const cursorList = getLogCursorList(projectId, filters);
    const { index, scanned, until, since, checked } = logConditions(projectId, search, indexes);
    const table = indexes.along(index);
    const text = search.urlContains?.toWellFormed();
    let deadline = performance.now() + limits.time;
    let isLookedUp = text === undefined || [...text].length < MIN_INDEXED_CHARS;
    const page = new LogPage(cursorList, limit);
    let startPosition: LogPosition | undefined =
      cursor === undefined ? undefined : decodeCursor(cursorList, cursor, logCursor);
    for (let batch = 0; ; batch += 1) {
      // Each end of the scan has only one bound. With two bounds, the planner might select the more distant bound and scan all logs in between for every batch.
      const boundedConditions = [...scanned, ...(startPosition ? [comparePosition('<', startPosition)] : until)];
      // The end of the batch is determined first, so that concurrent inserts and deletes neither duplicate nor skip a log.
      const end = checked.length === 0 ? undefined : await findEndOfBatch(table, [...boundedConditions, ...since]);
      const batchConditions = [...boundedConditions, ...(end ? [comparePosition('>=', end)] : since)];
      const { missing } = page;
      const rows = await readRows(table, batchConditions, checked, missing);
      if (page.add(rows)) return page.end();
      const lastRow = rows.at(-1);
      if (lastRow && rows.length === missing) {
        startPosition = parsePosition(lastRow);
        continue;
      }
      if (end === undefined) return page.end();
      startPosition = end;
      const isFrequent = page.length >= FREQUENT_WORD_RATIO * limits.batchSize * (batch + 1);
      if (text !== undefined && !isLookedUp && !isFrequent) {
        isLookedUp = true;
        const startedAt = performance.now();
        const numbers = await indexes.candidates(projectId, text, startPosition, limits.lookupTimeout);
        if (numbers) {
          const numberSql: Condition = { sql: indexes.among, values: [JSON.stringify(numbers)] };
          const matching = [...scanned, ...since, ...checked];
          return addCandidates(page, [numberSql], matching, startPosition);
        }
        const endedAt = performance.now();
        deadline = Math.max(deadline, endedAt + (endedAt - startedAt));
      }
      if (performance.now() > deadline) return page.endAt(startPosition);
      await setImmediate();
    }
  };
}

function comparePosition(operator: '<' | '>=', values: LogPosition): Condition {
  return { sql: `(timestamp, number) ${operator} (?, ?)`, values: values as readonly SqlValue[] };
}

/** Creates a function that reads the newest logs of a table or an index. The outer conditions are evaluated after the inner ones. */
function createRowReader(sql: Sql) {
  return async (
    table: string,
    inner: readonly Condition[],
    outer: readonly Condition[],
    limit: number,
  ): Promise<SqlRow[]> => {
    const { sql: scanned, values } = joinConditions(inner);
    if (outer.length === 0) {
      return sql.all(
        `SELECT ${SUMMARY_COLUMNS} FROM ${table} WHERE ${scanned} ${NEWEST_FIRST} LIMIT ?`,
        ...values,
        limit,
      );
    }
    const checkedCondition = joinConditions(outer);
    return sql.all(
      `SELECT ${SUMMARY_COLUMNS} FROM (SELECT ${CHECKED_COLUMNS} FROM ${table} WHERE ${scanned} ${NEWEST_FIRST} ${OPTIMIZER_FENCE}) AS batch
       WHERE ${checkedCondition.sql} ${NEWEST_FIRST} LIMIT ?`,
      ...values,
      ...checkedCondition.values,
      limit,
    );
  };
}
