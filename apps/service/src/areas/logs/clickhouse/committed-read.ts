import type { SqlRow, SqlValue } from '../../../platform/database/sql.ts';
import type { ClickHouse } from './clickhouse-client.ts';

/** Reads the SQL condition for committed logs; undefined if all logs are committed. */
export type ReadCommittedCondition = () => Promise<string | undefined>;

/** Reads rows of committed logs. `where` is an additional condition. */
export type ReadCommitted = (
  select: string,
  where: string,
  values: Readonly<Record<string, SqlValue>>,
  rest?: string,
) => Promise<SqlRow[]>;

export function createCommittedRead(readCondition: ReadCommittedCondition, clickHouse: ClickHouse): ReadCommitted {
  return async (select, whereClause, values, rest = '') => {
    const committed = await readCondition();
    const condition = committed === undefined ? whereClause : `${whereClause} AND ${committed}`;
    return clickHouse.all(`SELECT ${select} FROM logs WHERE ${condition} ${rest}`, values);
  };
}
