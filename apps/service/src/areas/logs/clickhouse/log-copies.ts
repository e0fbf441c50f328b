import { createHash, randomUUID } from 'node:crypto';
import { normalizeUser } from '@context-sync/core/user-identity';
import { createValueRows, getText, type Sql, type SqlRow, type SqlValue } from '../../../platform/database/sql.ts';
import { listContents } from '../../../platform/database/table.ts';
import { LOGS } from '../tables.ts';
import { type ClickHouse, formatList } from './clickhouse-client.ts';
import { formatTimes, toMilliseconds } from './search.ts';

/** Number of log numbers in each range with a summary: those of 16 batches. */
export const NUMBERS_PER_RANGE = 262_144;
/** Number of rows per statement. The number is low because a single log can have a size of 1 MB. */
const ROWS_PER_STATEMENT = 50;
/** Timeout in milliseconds of a statement that reads all logs, or many of them. */
const SUMMARY_TIMEOUT_MS = 600_000;
/** The range of times that the column `month` supports. */
const FIRST_MONTH = '1970-01-01';
const LAST_MONTH = '2148-01-01';

const COLUMN_NAMES = Object.values<string>(LOGS.names);
/** The columns that can change after a log was stored: through an erasure, or through a new OpenAPI document. */
const CHANGING_COLUMNS = listContents(LOGS, ['address', 'captured', 'route', 'name']);

/** A range of log numbers: the number of its logs, and the sum of their digests. */
export interface RangeSummary {
  readonly count: number;
  readonly digest: number;
}

/** A log in one database. */
export interface LogVersion {
  /** Digest of the contents that can change. */
  readonly digest: number;
  /** Size of the texts in bytes. */
  readonly bytes: number;
  /** Whether the database contains the log more than once. ClickHouse has no unique keys. */
  readonly isDuplicated: boolean;
}

/** The logs of one database, for copying and comparing. All logs have the column values of PostgreSQL. */
export interface LogCopies {
  readLastNumber(): Promise<number>;
  /** Returns a summary of each range that has logs, by its first number. */
  summarizeRanges(): Promise<Map<number, RangeSummary>>;
  /** Returns the versions of the logs from one number up to and including another, by number in ascending order. */
  readVersions(first: number, last: number): Promise<Map<number, LogVersion>>;
  read(numbers: readonly number[]): Promise<SqlRow[]>;
  /**
   * Writes logs that the database does not contain.
   * @param isRepeatable whether the same call again, for example after this process was killed, must not write the logs twice
   */
  write(rows: readonly SqlRow[], isRepeatable: boolean): Promise<void>;
  remove(numbers: readonly number[]): Promise<void>;
  /** Removes the contents of removed logs from the files, if the database would not do so for a long time. */
  overwriteRemoved(): Promise<void>;
}

/** @param condition SQL condition for the logs that are compared. Default: all logs */
export function createPostgresCopies(sql: Sql, condition = 'true'): LogCopies {
  const texts = CHANGING_COLUMNS.map((name) => `coalesce(${name}, '')`).join(', ');
  const digestSql = `('x' || substr(md5(concat_ws(chr(31), ${texts})), 1, 8))::bit(32)::bigint`;
  return {
    async readLastNumber() {
      return Number((await sql.get('SELECT coalesce(max(number), 0) AS number FROM logs'))?.number);
    },
    summarizeRanges: async () =>
      parseSummaries(
        await sql.all(
          `SELECT number / ${NUMBERS_PER_RANGE} AS range, count(*) AS n, sum(${digestSql})::bigint AS digest
           FROM logs WHERE ${condition} GROUP BY 1`,
        ),
      ),
    readVersions: async (first, last) =>
      parseVersions(
        await sql.all(
          `SELECT number, ${digestSql} AS digest, octet_length(url) + octet_length(request) + octet_length(response) AS bytes
           FROM logs WHERE number BETWEEN ? AND ? AND ${condition} ORDER BY number`,
          first,
          last,
        ),
      ),
    read: (numbers) =>
      sql.all(`SELECT ${COLUMN_NAMES.join(', ')} FROM logs WHERE number IN (${formatList(numbers)}) ORDER BY number`),
    async write(rows) {
      for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
        const slice = rows.slice(start, start + ROWS_PER_STATEMENT);
        await sql.run(
          `INSERT INTO logs (${COLUMN_NAMES.join(', ')}) VALUES ${createValueRows(slice.length, COLUMN_NAMES.length)}
           ON CONFLICT (number) DO NOTHING`,
          ...slice.flatMap((row) => COLUMN_NAMES.map((name) => row[name] ?? null)),
        );
      }
    },
    async remove(numbers) {
      if (numbers.length > 0) await sql.run(`DELETE FROM logs WHERE number IN (${formatList(numbers)})`);
    },
    // Autovacuum does it.
    overwriteRemoved: async () => undefined,
  };
}

/** @param condition SQL condition for the logs that are compared. Default: all logs */
export function createClickHouseCopies(clickHouse: ClickHouse, condition = 'true'): LogCopies {
  // PostgreSQL stores NUL as two other characters.
  const encode = (name: string) =>
    `replaceAll(replaceAll(ifNull(toString(${name}), ''), '\\xEF\\xBF\\xBE', '\\xEF\\xBF\\xBE\\xEF\\xB7\\x91'), '\\0', '\\xEF\\xBF\\xBE\\xEF\\xB7\\x90')`;
  const texts = CHANGING_COLUMNS.map(encode).join(`, '\\x1F', `);
  const digestSql = `toUInt64(reinterpretAsUInt32(reverse(substring(MD5(concat(${texts})), 1, 4))))`;
  return {
    async readLastNumber() {
      const [row] = await clickHouse.all(`SELECT max(number) AS last FROM logs WHERE ${condition}`);
      return Number(row?.last);
    },
    summarizeRanges: async () =>
      parseSummaries(
        await clickHouse.all(
          `SELECT intDiv(number, ${NUMBERS_PER_RANGE}) AS range, count() AS n, sum(${digestSql}) AS digest
           FROM logs WHERE ${condition} GROUP BY range`,
          {},
          SUMMARY_TIMEOUT_MS,
        ),
      ),
    readVersions: async (first, last) =>
      parseVersions(
        await clickHouse.all(
          `SELECT number, ${digestSql} AS digest, length(url) + length(request) + length(response) AS bytes FROM logs
           WHERE number BETWEEN ${first} AND ${last} AND ${condition} ORDER BY number`,
          {},
          SUMMARY_TIMEOUT_MS,
        ),
      ),
    async read(numbers) {
      const rows = await clickHouse.all(
        `SELECT ${COLUMN_NAMES.join(', ')} FROM logs WHERE number IN (${formatList(numbers)}) ORDER BY number`,
        {},
        SUMMARY_TIMEOUT_MS,
      );
      return rows.map(formatTimes);
    },
    async write(rows, isRepeatable) {
      const copies = createCopies(rows);
      const name = createHash('sha256')
        .update(copies.map(({ number }) => number).join())
        .digest('hex');
      await clickHouse.insert(copies, `move-${isRepeatable ? name : randomUUID()}`);
    },
    async remove(numbers) {
      if (numbers.length > 0) await clickHouse.rewrite(`DELETE FROM logs WHERE number IN (${formatList(numbers)})`);
    },
    // The statement that deletes logs only marks them.
    overwriteRemoved: () => clickHouse.rewrite('ALTER TABLE logs APPLY DELETED MASK'),
  };
}

function parseSummaries(rows: readonly SqlRow[]): Map<number, RangeSummary> {
  return new Map(
    rows.map((row) => [Number(row.range) * NUMBERS_PER_RANGE, { count: Number(row.n), digest: Number(row.digest) }]),
  );
}

function parseVersions(rows: readonly SqlRow[]): Map<number, LogVersion> {
  const versions = new Map<number, LogVersion>();
  for (const row of rows) {
    const number = Number(row.number);
    const isDuplicated = versions.has(number);
    versions.set(number, { digest: Number(row.digest), bytes: Number(row.bytes), isDuplicated });
  }
  return versions;
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
