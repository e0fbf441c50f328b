import type { SqlRow, SqlValue } from '../../../platform/database/sql.ts';
import type { ClickHouse } from './clickhouse-client.ts';
import type { CommittedLogs } from './log-batches.ts';

export type ReadCommittedLogs = () => Promise<CommittedLogs>;

/** Reads rows of committed logs. `where` is an additional condition. */
export type ReadCommitted = (
  select: string,
  where: string,
  values: Readonly<Record<string, SqlValue>>,
  rest?: string,
) => Promise<SqlRow[]>;

export function createCommittedRead(readCommittedLogs: ReadCommittedLogs, clickHouse: ClickHouse): ReadCommitted {
  return async (select, whereClause, values, rest = '') => {
    const { condition, lastNumber } = await readCommittedLogs();
    const where = `${whereClause} AND ${condition} AND number <= ${lastNumber}`;
    return clickHouse.all(`SELECT ${select} FROM logs WHERE ${where} ${rest}`, values);
  };
}
