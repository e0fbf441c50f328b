import type { LogIndexes } from '../sql/log-search.ts';
import type { Row, Sql, Value } from '../sql/sql.ts';

/** Most logs that are worth fetching one by one as candidates: beyond it, walking by time is faster. */
const MOST_FETCHED = 5_000;

/** Runs a query that PostgreSQL ends after a time; undefined where it had to. */
export type TimedQuery = (milliseconds: number, sql: string, ...values: readonly Value[]) => Promise<Row[] | undefined>;

/** Logs by the indexes of their columns, and URLs by `pg_trgm`, where the database has it. Where it has not, or within a transaction, which a late answer would break, no candidates. */
export function postgresLogIndexes(_sql: Sql, timed: TimedQuery | undefined): LogIndexes {
  return {
    // PostgreSQL knows how frequent a value is, and chooses well.
    along: () => 'logs',
    contains: 'strpos(url, ?) > 0',
    among: 'number IN (SELECT CAST(value AS bigint) FROM json_array_elements_text(CAST(? AS json)))',
    async candidates(projectId, text, [timestamp, number], time) {
      const rows = await timed?.(
        time,
        `SELECT number FROM logs WHERE project_id = ? AND url LIKE ? AND (timestamp, number) < (?, ?) LIMIT ${MOST_FETCHED + 1}`,
        projectId,
        `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`,
        timestamp,
        number,
      );
      return rows && rows.length <= MOST_FETCHED ? rows.map((row) => Number(row.number)) : undefined;
    },
  };
}
