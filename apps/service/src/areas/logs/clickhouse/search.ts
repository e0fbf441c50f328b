import { normalizeUser } from '@context-sync/core/user-identity';
import { decodeCursor } from '../../../platform/database/cursor.ts';
import type { Sql, SqlRow, SqlValue } from '../../../platform/database/sql.ts';
import { clampToUtc, formatFilterValue, SCANNED_FILTERS } from '../log-conditions.ts';
import { getLogCursorList, LogPage, logCursor, parsePosition } from '../log-page.ts';
import type { LogPosition } from '../log-storage.ts';
import type { LogSearch, Logs } from '../store.ts';
import { SUMMARY } from '../tables.ts';
import type { ClickHouse } from './clickhouse-client.ts';
import { readCommittedCondition } from './log-batches.ts';

/** Searches logs in the order of the primary key, from new to old. ClickHouse uses the indexes of the table to skip granules. */
export function createClickHouseSearch(sql: Sql, clickHouse: ClickHouse): Logs['search'] {
  return async (projectId, search, { limit, cursor, filters = search }) => {
    const cursorList = getLogCursorList(projectId, filters);
    let start: LogPosition | undefined = cursor === undefined ? undefined : decodeCursor(cursorList, cursor, logCursor);
    const committedCondition = await readCommittedCondition(sql);
    const page = new LogPage(cursorList, limit);
    for (;;) {
      const { missing } = page;
      const whereConditions = createConditions(projectId, search, start);
      if (committedCondition !== undefined) whereConditions.add(committedCondition);
      const rows = await clickHouse.all(
        `SELECT number, ${SUMMARY.columns} FROM logs WHERE ${whereConditions.text}
         ORDER BY project_id DESC, timestamp DESC, number DESC LIMIT ${missing}`,
        whereConditions.values,
      );
      const last = rows.at(-1);
      if (page.add(rows.map(formatTimes)) || last === undefined || rows.length < missing) return page.end();
      start = parsePosition(formatTimes(last));
    }
  };
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

function createConditions(projectId: string, search: LogSearch, start: LogPosition | undefined): Where {
  const searchProperties: Readonly<Record<string, unknown>> = { ...search };
  const whereConditions = new Where();
  whereConditions.compare('project_id', '=', 'String', projectId);
  if (start) {
    const [timestamp, number] = [toMilliseconds(start[0]), start[1]];
    whereConditions.add(`timestamp <= ${timestamp} AND (timestamp < ${timestamp} OR number < ${number})`);
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
