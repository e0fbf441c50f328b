import { randomUUID } from 'node:crypto';
import { normalizeUser } from '@context-sync/core/user-identity';
import { getText, type Sql, type SqlRow, type SqlValue } from '../../../platform/database/sql.ts';
import type { ClickHouse } from './clickhouse-client.ts';
import { toMilliseconds } from './search.ts';

/** Number of log numbers in each range that is compared. */
const NUMBERS_PER_RANGE = 16_384;
/** Number of logs in one insert, which bounds the memory: a log can have a size of 1 MB. */
const LOGS_PER_INSERT = 500;
/** The range of times that the column `month` supports. */
const FIRST_MONTH = '1970-01-01';
const LAST_MONTH = '2148-01-01';

export interface MovedLogs {
  /** Number of logs that this run has copied. */
  readonly copied: number;
  /** Number of logs in PostgreSQL, and number of these logs that are in ClickHouse. */
  readonly source: number;
  readonly target: number;
}

/**
 * Copies the logs of PostgreSQL that ClickHouse does not contain yet, with their ids and numbers, so that cursors stay valid. Can run while the
 * service adds logs to either database, and continues after an interruption, because each run compares the numbers on both sides.
 */
export async function moveLogs(
  sql: Sql,
  clickHouse: ClickHouse,
  { signal, onProgress }: { readonly signal?: AbortSignal; readonly onProgress?: (copied: number) => void } = {},
): Promise<MovedLogs> {
  let copiedCount = 0;
  const [lastRow] = await sql.all('SELECT coalesce(max(number), 0) AS number FROM logs');
  const lastNumber = Number(lastRow?.number);
  const sourceCounts = parseCounts(
    await sql.all(`SELECT number / ${NUMBERS_PER_RANGE} AS range, count(*) AS n FROM logs GROUP BY 1 ORDER BY 1`),
  );
  const targetCounts = parseCounts(
    await clickHouse.all(
      `SELECT intDiv(number, ${NUMBERS_PER_RANGE}) AS range, count() AS n FROM logs WHERE number <= ${lastNumber} GROUP BY range`,
    ),
  );
  for (const [range, count] of sourceCounts) {
    if (signal?.aborted) break;
    if ((targetCounts.get(range) ?? 0) >= count) continue;
    copiedCount += await copyRange(sql, clickHouse, range * NUMBERS_PER_RANGE, signal);
    onProgress?.(copiedCount);
  }
  const [source] = await sql.all('SELECT count(*) AS n FROM logs WHERE number <= ?', lastNumber);
  const [target] = await clickHouse.all(`SELECT count() AS n FROM logs WHERE number <= ${lastNumber}`);
  return { copied: copiedCount, source: Number(source?.n), target: Number(target?.n) };
}

function parseCounts(rows: readonly SqlRow[]): Map<number, number> {
  return new Map(rows.map((row) => [Number(row.range), Number(row.n)]));
}

async function copyRange(sql: Sql, clickHouse: ClickHouse, first: number, signal: AbortSignal | undefined) {
  const last = first + NUMBERS_PER_RANGE - 1;
  const movedRows = await clickHouse.all(`SELECT number FROM logs WHERE number BETWEEN ${first} AND ${last}`);
  const movedNumbers = new Set(movedRows.map((row) => Number(row.number)));
  const storedRows = await sql.all('SELECT number FROM logs WHERE number BETWEEN ? AND ? ORDER BY number', first, last);
  const missingNumbers = storedRows.map((row) => Number(row.number)).filter((number) => !movedNumbers.has(number));
  let copiedCount = 0;
  for (let start = 0; start < missingNumbers.length && !signal?.aborted; start += LOGS_PER_INSERT) {
    const slice = new Set(missingNumbers.slice(start, start + LOGS_PER_INSERT));
    const [from = 0, to = 0] = [Math.min(...slice), Math.max(...slice)];
    const rows = await sql.all('SELECT * FROM logs WHERE number BETWEEN ? AND ? ORDER BY number', from, to);
    const copies = createCopies(rows.filter((row) => slice.has(Number(row.number))));
    if (copies.length > 0) await clickHouse.insert(copies, `move-${randomUUID()}`);
    copiedCount += copies.length;
  }
  return copiedCount;
}

/** Returns the rows for ClickHouse. All of them belong to one month, so that they are written completely or not at all. */
function createCopies(rows: readonly SqlRow[]): Record<string, SqlValue>[] {
  const [firstRow] = rows;
  if (!firstRow) return [];
  const time = `${getText(firstRow, 'timestamp').slice(0, 7)}-01`;
  const month = time < FIRST_MONTH ? FIRST_MONTH : time > LAST_MONTH ? LAST_MONTH : time;
  return rows.map((row) => ({
    ...row,
    timestamp: toMilliseconds(getText(row, 'timestamp')),
    address: typeof row.group_email === 'string' ? normalizeUser(row.group_email) : null,
    month,
  }));
}
