import type { Sql, SqlRow, SqlValue } from '../../../platform/database/sql.ts';
import type { ClickHouse } from './clickhouse-client.ts';
import { readCommittedCondition } from './log-batches.ts';

/** Reads rows of committed logs. `where` is an additional condition. */
export type ReadCommitted = (
  select: string,
  where: string,
  values: Readonly<Record<string, SqlValue>>,
  rest?: string,
) => Promise<SqlRow[]>;

export function createCommittedRead(sql: Sql, clickHouse: ClickHouse): ReadCommitted {
  return async (select, whereClause, values, rest = '') => {
    const committed = await readCommittedCondition(sql);
    const condition = committed === undefined ? whereClause : `${whereClause} AND ${committed}`;
    return clickHouse.all(`SELECT ${select} FROM logs WHERE ${condition} ${rest}`, values);
  };
}
