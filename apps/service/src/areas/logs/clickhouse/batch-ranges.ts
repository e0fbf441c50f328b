import type { Sql } from '../../../platform/database/sql.ts';
import { getFirstNumber, LOGS_PER_BATCH } from '../batch-numbers.ts';

/** Adjacent batches, both numbers inclusive. */
export interface BatchRange {
  readonly first: number;
  readonly last: number;
}

/** Maximum number of ranges that a condition compares one by one. The batches of all other ranges are in one list, which ClickHouse hashes. */
const MAX_COMPARED_RANGES = 100;

/**
 * Reads the batches that are not committed, in ascending order. An outage can leave many batches, but most of them are adjacent, so PostgreSQL
 * merges them.
 */
export async function readOpenRanges(sql: Sql): Promise<BatchRange[]> {
  const rows = await sql.all(
    `SELECT min(number) AS first, max(number) AS last FROM (
       SELECT number, number - row_number() OVER (ORDER BY number) AS range FROM log_batches
     ) AS numbered GROUP BY range ORDER BY first`,
  );
  return rows.map((row) => ({ first: Number(row.first), last: Number(row.last) }));
}

/** Merges adjacent batches. @param batches numbers in ascending order */
export function mergeBatches(batches: readonly number[]): BatchRange[] {
  const ranges: BatchRange[] = [];
  for (const batch of batches) {
    const previous = ranges.at(-1);
    if (previous && previous.last + 1 === batch) ranges[ranges.length - 1] = { first: previous.first, last: batch };
    else ranges.push({ first: batch, last: batch });
  }
  return ranges;
}

/** Returns the SQL condition of ClickHouse for logs of these batches. */
export function createBatchCondition(ranges: readonly BatchRange[]): string {
  const compare = ({ first, last }: BatchRange) =>
    `number BETWEEN ${getFirstNumber(first)} AND ${getFirstNumber(last + 1) - 1}`;
  if (ranges.length <= MAX_COMPARED_RANGES) return ranges.length === 0 ? 'false' : ranges.map(compare).join(' OR ');
  const longestFirst = ranges.toSorted((a, b) => b.last - b.first - (a.last - a.first));
  const listed = longestFirst
    .slice(MAX_COMPARED_RANGES)
    .flatMap(({ first, last }) =>
      Array.from({ length: last - first + 1 }, (_, index) => getFirstNumber(first + index) / LOGS_PER_BATCH),
    );
  const compared = longestFirst.slice(0, MAX_COMPARED_RANGES).map(compare);
  return `${compared.join(' OR ')} OR intDiv(number, ${LOGS_PER_BATCH}) IN (${listed.join(', ')})`;
}
