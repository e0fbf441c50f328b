import type { TimedQuery } from '../../platform/database/dialect.ts';
import type { Sql } from '../../platform/database/sql.ts';
import { createFormsCondition, listAddressForms } from './address-forms.ts';
import type { LogIndexes } from './log-search.ts';
import { ADDRESS_SQL } from './postgres-addresses.ts';

/** Maximum number of candidate logs. With more candidates, a scan by time is faster. */
const MAX_CANDIDATES = 5_000;

/**
 * Finds logs by the column indexes, and URLs by `pg_trgm` if this extension is available. Returns no candidates without the extension, or within a
 * transaction, because a timeout would abort the transaction.
 */
export function createPostgresLogIndexes(_sql: Sql, timedQuery: TimedQuery | undefined): LogIndexes {
  return {
    // No index is forced, because PostgreSQL has statistics about the frequency of values and selects the index itself.
    along: () => 'logs',
    contains: 'strpos(url, ?) > 0',
    isFrom: (address) => createFormsCondition(ADDRESS_SQL, listAddressForms(address)),
    among: 'number IN (SELECT CAST(value AS bigint) FROM json_array_elements_text(CAST(? AS json)))',
    async candidates(projectId, text, [timestamp, number], time) {
      const rows = await timedQuery?.(
        time,
        `SELECT number FROM logs WHERE project_id = ? AND url LIKE ? AND (timestamp, number) < (?, ?) LIMIT ${MAX_CANDIDATES + 1}`,
        projectId,
        `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`,
        timestamp,
        number,
      );
      return rows && rows.length <= MAX_CANDIDATES ? rows.map((row) => Number(row.number)) : undefined;
    },
  };
}
